// The operations of a class against each other, a cell for every two.
'use strict';
(() => {
  const { h, put, code, marked, address, proof, turns, failed } = Isotope;
  const turn = turns();
  let at = null;

  const short = { sm: 'nv', visa: 'in', gfx: 'amd' };
  const vendor = spec => short[Object.keys(short).find(name => spec.startsWith(name))] || '';

  // = on all bits, ≈ under conditions, ≠, ? not decided.
  function sign(sentence) {
    if (/not decided|undecided/.test(sentence)) return ['?', 'un', 'not decided'];
    const [memory] = sentence.split('; ');
    if (/^equal( \(|$)/.test(sentence)) return ['=', 'eq', 'equal'];
    if (/equal if|^memory equal/.test(memory) || /^equal if/.test(memory)) return ['≈', 'if', 'equal under conditions'];
    return ['≠', 'ne', 'different'];
  }
  // A pair that was asked here, in the words of the sentences.
  function said(pair) {
    const words = ({ answer, conditions }) => answer === 'equal if' ? `equal if \`${conditions.join('`, or if `')}\`` : answer === 'undecided' ? 'not decided here' : answer;
    const [memory, returned] = [words(pair.memory), words(pair.returned)];
    return (memory === returned ? memory : `memory ${memory}; value given back ${returned}`) + (pair.operands ? ` (${pair.operands})` : '');
  }

  const key = (i, j) => `${Math.min(i, j)},${Math.max(i, j)}`;
  function cell(i, j) {
    const { rows, known } = at, wide = rows[i].bits !== rows[j].bits;
    if (i === j) return h('td', { class: 'same' }, h('span', { class: 'hidden' }, 'itself'));
    if (wide) return h('td', { class: 'na' }, h('span', { 'aria-hidden': 'true' }, '·'), h('span', { class: 'hidden' }, 'other width'));
    const sentence = known.get(key(i, j)), [text, kind, name] = sentence ? sign(sentence) : ['…', 'wait', 'not asked yet'];
    const link = h('a', { href: address('matrix', at.name, { cell: `${i}-${j}` }), 'aria-label': `${i + 1} and ${j + 1}: ${name}`, 'aria-current': at.cell === key(i, j) ? 'true' : null }, text);
    return h('td', { class: kind, 'data-cell': `${i}-${j}` }, link);
  }
  function redraw(i, j) {
    for (const [a, b] of [[i, j], [j, i]]) at.table.querySelector(`[data-cell="${a}-${b}"]`)?.replaceWith(cell(a, b));
    if (at.cell === key(i, j)) detail();
  }
  function detail() {
    if (!at.cell) return put(at.detail, h('p', { class: 'none' }, 'A cell says how its row stands to its column.'));
    const [i, j] = at.cell.split(',').map(Number), [a, b] = [at.rows[i], at.rows[j]], sentence = at.known.get(at.cell);
    const wide = a.bits !== b.bits;
    const names = ({ specs, page }) => [h('a', { href: address('op', specs[0]) }, code(specs[0])), ' ', h('a', { class: 'small', href: page }, 'page'), specs.length > 1 ? h('small', {}, ` and ${specs.length - 1} more`) : ''];
    put(at.detail, h('h2', {}, `${i + 1} and ${j + 1}`), h('p', {}, names(a), ' against ', names(b)),
      h('p', { class: 'sentence' }, wide ? `Their memory has ${a.bits} and ${b.bits} bits.` : sentence ? marked(sentence[0].toUpperCase() + sentence.slice(1) + '.') : 'Asking …'),
      h('p', { class: 'links' }, wide ? '' : h('a', { href: address('equiv', '', { a: a.specs[0], b: b.specs[0] }) }, 'Compare them'), h('a', { href: address('op', a.specs[0]) }, 'Bits of the first'), h('a', { href: address('op', b.specs[0]) }, 'Bits of the second')));
  }

  // What no page says, of one vendor's operations among themselves, is asked here, the chosen cell first.
  async function rest(mine) {
    const open = [];
    at.rows.forEach((a, i) => at.rows.forEach((b, j) => { if (i < j && a.bits === b.bits && !at.known.has(key(i, j))) open.push([i, j]); }));
    open.sort((x, y) => (key(...y) === at.cell) - (key(...x) === at.cell));
    let left = open.length;
    for (const [i, j] of open) {
      if (!mine()) return;
      put(at.state, `Still to ask: ${left--} … `, h('button', { type: 'button', onclick: () => { turn(); proof.stop('cancelled'); put(at.state, 'Stopped.'); } }, 'Stop'));
      try {
        const pair = await proof.ask({ do: 'pair', first: at.rows[i].specs[0], second: at.rows[j].specs[0] });
        if (!mine()) return;
        at.known.set(key(i, j), said(pair));
      } catch (error) {
        if (!mine()) return;
        at.known.set(key(i, j), `not decided: ${error.message}`);
      }
      redraw(i, j);
    }
    if (mine()) put(at.state);
  }

  function show(root, { argument, query }) {
    const { classes } = Isotope.index, wanted = classes.find(({ name }) => name === (argument || classes[0].name));
    if (!wanted) return put(root, failed(`no class ${argument}: expected one of ${classes.map(({ name }) => name).join(', ')}`));
    const chosen = query.get('cell'), cellKey = chosen && /^\d+-\d+$/.test(chosen) ? key(...chosen.split('-').map(Number)) : null;
    if (at && at.name === wanted.name && root.contains(at.table)) {
      const before = at.cell;
      at.cell = cellKey && cellKey.split(',').every(n => at.rows[n]) && cellKey.split(',')[0] !== cellKey.split(',')[1] ? cellKey : null;
      for (const one of [before, at.cell].filter(Boolean)) redraw(...one.split(',').map(Number));
      detail();
      at.detail.scrollIntoView({ block: 'nearest' });
      return;
    }
    const mine = turn();
    if (proof.busy) proof.stop('left');
    const { rows } = wanted;
    at = { name: wanted.name, rows, known: new Map(Object.entries(wanted.known).map(([cell, n]) => [cell, Isotope.index.sentences[n]])), cell: cellKey && cellKey.split(',').every(n => rows[n]) ? cellKey : null };
    at.detail = h('section', { class: 'detail', 'aria-live': 'polite' });
    at.state = h('p', { class: 'wait', role: 'status' });
    at.table = h('table', { class: 'matrix' }, h('caption', { class: 'hidden' }, `${wanted.title}: how each stands to each`),
      h('thead', {}, h('tr', {}, h('th', {}, ''), rows.map((row, n) => h('th', { scope: 'col', title: row.specs[0] }, h('span', { 'aria-label': row.specs[0] }, n + 1))))),
      h('tbody', {}, rows.map((row, i) => h('tr', {}, h('th', { scope: 'row' }, `${i + 1} `, h('small', { class: vendor(row.specs[0]) }, vendor(row.specs[0])), ' ', h('a', { href: address('op', row.specs[0]) }, code(row.specs[0]))), rows.map((_, j) => cell(i, j))))));
    put(root, h('h1', {}, 'Matrix: ', wanted.title),
      h('ul', { class: 'chips' }, classes.map(({ name, title }) => h('li', {}, h('a', { href: address('matrix', name), 'aria-current': name === wanted.name ? 'page' : null, title }, name)))),
      h('p', { class: 'legend' }, [['=', 'eq', 'equal on all bits'], ['≈', 'if', 'equal under conditions'], ['≠', 'ne', 'different'], ['?', 'un', 'not decided'], ['·', 'na', 'other width']].map(([text, kind, name]) => [h('span', { class: 'key ' + kind }, text), ` ${name}  `])),
      at.state, at.detail, h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'matrix' }, at.table));
    detail();
    rest(mine);
  }

  Isotope.pane('matrix', { title: ({ argument }) => `Matrix: ${argument || Isotope.index.classes[0].name}`, show, leave() { turn(); if (proof.busy) proof.stop('left'); at = null; } });
})();
