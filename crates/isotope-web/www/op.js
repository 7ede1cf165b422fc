// An atomic operation on bits: what it leaves, by which rules, and what other vendors' operations make of the same bits.
'use strict';
(() => {
  const { h, put, code, marked, address, remember, main, turns, failed } = Isotope;
  const turn = turns();
  let at = null;

  const hex = (text, fallback = '0') => BigInt(text && /^(0x)?[0-9a-f]+$/i.test(text) ? '0x' + text.replace(/^0x/i, '') : fallback);

  // A spelling with one reading chosen; the default is left out.
  function chosen(spec, id, value, standard) {
    const parts = spec.split(',').filter(part => !part.startsWith(id + '='));
    return parts.concat(value === standard ? [] : `${id}=${value}`).join(',');
  }

  const support = ({ grade, source }) => h('small', { class: 'support' }, h('b', {}, grade), source ? ': ' + source : '');

  function rules(answer, path) {
    const { rules, assumptions } = answer.explanation, shown = new Set();
    const change = (id, standard) => event => { location.hash = link(chosen(at.op, id, event.target.value, standard)); };
    const reading = id => {
      const a = assumptions.find(a => a.id === id);
      if (!a) return '';
      const now = (at.op.split(',').find(part => part.startsWith(id + '=')) || '').split('=')[1] || a.default;
      const name = 'switch-' + id.replace(/\W/g, '-');
      shown.add(id);
      return h('fieldset', { class: 'switch' }, h('legend', {}, h('a', { href: `assumptions.html#${id}` }, code(id))),
        [a.default, ...a.alternatives].map(value => h('label', {}, h('input', { type: 'radio', name, value, checked: value === now, onchange: change(id, a.default) }), value)));
    };
    // What the path went through stands out.
    const used = rule => path.some(step => step.words && step.grade === rule.grade && step.source === rule.source && step.assumption === rule.assumption);
    const rows = rules.map(rule => h('tr', { class: rule.assumption && used(rule) ? 'used' : '' }, h('td', {}, rule.words), h('td', {}, support(rule), rule.assumption && !shown.has(rule.assumption) ? reading(rule.assumption) : '')));
    const more = assumptions.filter(a => !shown.has(a.id)).map(a => h('tr', {}, h('td', {}, marked(a.statement)), h('td', {}, support(a), reading(a.id))));
    return h('div', { class: 'scroll' }, h('table', { class: 'rules stack' }, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'rule'), h('th', { scope: 'col' }, 'grade and source'))), h('tbody', {}, rows, more)));
  }

  function cell(value, differs, width) {
    if (value === null) return h('td', {}, 'left open');
    const bits = hex(value), other = differs === null ? 0n : hex(differs);
    const count = [...other.toString(2)].filter(bit => bit === '1').length;
    const said = differs === null ? '' : count ? h('span', { class: 'no' }, `≠ ${count} bit${count === 1 ? '' : 's'}`) : h('span', { class: 'yes' }, '= same');
    return h('td', {}, code(value), ' ', said, count ? Isotope.bits.strip(bits, width, other) : '');
  }
  function counterparts(answer) {
    if (!answer.counterparts.length) return h('p', {}, 'No other vendor has an operation of this class and width.');
    const rows = answer.counterparts.map(other => h('tr', {},
      h('td', {}, h('a', { href: address('op', other.op, query(other.src.map(text => hex(text)), answer)) }, code(other.op)), ' ',
        h('a', { class: 'small', href: address('equiv', '', { a: at.op, b: other.op }) }, 'compare')),
      cell(other.new, other.differs[0], answer.bits), cell(other.returned, other.differs[1], answer.bits),
      h('td', { class: 'relation' }, other.relation ? marked(other.relation) : 'under this reading: ', other.relation ? '' : h('a', { href: address('equiv', '', { a: at.op, b: other.op }) }, 'ask'))));
    return h('div', { class: 'scroll' }, h('table', { class: 'counterparts stack' }, h('thead', {}, h('tr', {},
      ['operation', 'memory afterwards', 'given back', 'on all bits'].map(name => h('th', { scope: 'col' }, name)))), h('tbody', {}, rows)));
  }

  const query = (src, answer) => ({ mem: Isotope.bits.hex(at.mem, answer.bits), ...Object.fromEntries(src.slice(0, 2).map((bits, n) => [`src${n}`, Isotope.bits.hex(bits, answer.bits)])) });
  const link = op => address('op', op, at.answer && at.answer.bits ? query(at.src, at.answer) : {});

  async function load(root, state) {
    const { argument, query: given } = state, mine = turn();
    const src = [hex(given.get('src0')), hex(given.get('src1'))];
    const fresh = at === null || at.op !== argument || !root.querySelector('#operation');
    if (fresh) put(root, h('h1', { id: 'operation' }, argument.split(':')[1] || argument), h('p', { class: 'wait' }, 'Asking the library …'));
    at = { op: argument, mem: hex(given.get('mem')), src, answer: fresh ? null : at.answer, root };
    try {
      const answer = await ask();
      if (!mine()) return;
      at.answer = answer;
      build(root, answer);
    } catch (error) {
      if (mine()) put(root, h('h1', { id: 'operation' }, argument), failed(error), h('p', {}, h('a', { href: address('search', '', { q: argument.split(':')[1] || argument }) }, 'Search for it')));
    }
  }
  const ask = () => main.ask({ do: 'op', op: at.op, mem: at.mem.toString(16), src: at.src.map(bits => bits.toString(16)).slice(0, 2) });

  // Bits were changed: the address, the results, nothing else.
  async function changed() {
    const mine = turn();
    remember('op', at.op, query(at.src.slice(0, at.answer.roles.length), at.answer));
    try {
      const answer = await ask();
      if (!mine()) return;
      at.answer = answer;
      results(answer);
    } catch (error) {
      if (mine()) put(at.path, failed(error));
    }
  }

  function build(root, answer) {
    const [target, name] = [answer.target, at.op.split(':').slice(1).join(':')];
    const head = [
      h('p', { class: 'above' }, Isotope.badge(Isotope.setOf(target)), target === Isotope.setOf(target) ? '' : ' ' + target, ' atomic operation'),
      h('h1', { id: 'operation' }, name),
      h('p', { class: 'links' }, h('a', { href: answer.page }, 'Its page'), h('a', { href: address('equiv', '', { a: at.op, b: answer.counterparts && answer.counterparts[0] ? answer.counterparts[0].op : '' }) }, 'Compare'),
        h('a', { href: address('ins', answer.page.replace(/\.html.*$/, '')) }, 'Its instruction')),
    ];
    if (!answer.bits) {
      const { open } = answer.explanation;
      put(root, head, h('p', {}, 'The documents do not say what it computes.'), open ? h('p', {}, open.words, ' ', support(open)) : '', rules(answer, []));
      return;
    }
    const shape = { width: answer.bits, element: answer.element, isFloat: answer.float };
    const names = ['mem', ...answer.roles.map((role, n) => `src${n}`)];
    at.mem &= (1n << BigInt(answer.bits)) - 1n;
    at.src = at.src.map(bits => bits & (1n << BigInt(answer.bits)) - 1n);
    const inputs = names.map((name, n) => Isotope.bits.row(name, {
      ...shape, bits: n ? at.src[n - 1] : at.mem, note: n ? answer.roles[n - 1] : 'memory before',
      change: bits => { if (n) at.src[n - 1] = bits; else at.mem = bits; changed(); },
    }));
    at.outputs = [Isotope.bits.row('new', { ...shape, bits: 0n, note: 'memory afterwards' }), Isotope.bits.row('returned', { ...shape, bits: 0n, note: answer.explanation.returns === 'always' ? 'given back' : answer.explanation.returns === 'never' ? 'not given back by this form' : `given back ${answer.explanation.returns}` })];
    [at.path, at.others, at.command] = [h('div', { 'aria-live': 'polite' }), h('div'), h('pre')];
    at.formulaAt = h('div');
    put(root, head,
      h('section', { 'aria-labelledby': 'bits-h' }, h('h2', { id: 'bits-h' }, 'On these bits'),
        h('div', { class: 'values' }, inputs.map(row => row.element), h('div', { class: 'arrow', 'aria-hidden': 'true' }, '↓'), at.outputs.map(row => row.element))),
      h('section', { 'aria-labelledby': 'way-h' }, h('h2', { id: 'way-h' }, 'The way there'), at.formulaAt, at.path),
      h('section', { 'aria-labelledby': 'others-h' }, h('h2', { id: 'others-h' }, 'The same bits elsewhere'), at.others),
      at.rulesAt = h('section', { 'aria-labelledby': 'rules-h' }),
      h('section', { 'aria-labelledby': 'command-h' }, h('h2', { id: 'command-h' }, 'In a terminal'), at.command));
    results(answer);
  }

  function results(answer) {
    const [memory, back] = at.outputs;
    const value = text => text === null ? null : hex(text);
    memory.set(value(answer.new), true);
    // What memory became against what it was.
    memory.draw(answer.new === null ? 0n : hex(answer.new) ^ hex(answer.mem));
    back.set(value(answer.returned), true);
    put(at.formulaAt, Isotope.formula(answer.explanation.formula, answer.path), answer.explanation.signed.length
      ? [h('p', {}, 'Where the surface’s data type is signed:'), h('pre', { class: 'formula' }, answer.explanation.signed.join('\n'))] : '');
    put(at.path, h('ol', { class: 'path' }, answer.path.map(step => h('li', {}, code(step.words.trim()), ' ', step.grade ? support(step) : ''))));
    put(at.others, counterparts(answer));
    put(at.rulesAt, h('h2', { id: 'rules-h' }, 'Rules, and readings to switch'), rules(answer, answer.path));
    put(at.command, answer.command);
  }

  Isotope.pane('op', { title: ({ argument }) => argument, show: load, leave() { turn(); at = null; } });
})();
