// One instruction on registers and memory of your choice: its example to begin with, a step of it as run.
'use strict';
(() => {
  const { h, put, code, address, remember, main, turns, failed } = Isotope;
  const turn = turns();
  let at = null;

  // A place whose value is one number of at most 64 bits has bits to toggle.
  const number = text => /^(0x[0-9a-f]{1,16}|\d{1,15})$/i.test(text) ? BigInt(text) : null;
  const widthOf = (text, value) => /^0x/i.test(text) && text.length > 10 || value >> 32n ? 64 : 32;

  const query = () => ({ t: at.target === at.set ? '' : at.target, i: at.instruction, g: at.given });
  const keep = () => remember('ins', `${at.set}/${at.name}`, query());

  async function run() {
    const mine = turn();
    try {
      const items = [at.instruction, ...at.given.map(text => text.trim()).filter(Boolean)];
      const done = await main.ask({ do: 'step', target: at.target, items });
      if (!mine()) return;
      const end = { done: '', fault: h('p', { class: 'wrong' }, 'The machine faults.'), open: h('p', { class: 'wrong' }, 'The documents leave it open.') }[done.end];
      put(at.out, end, h('pre', { class: 'report', tabindex: 0, 'aria-label': 'what it did' }, done.report));
    } catch (error) {
      if (mine()) put(at.out, failed(error));
    }
  }
  const changed = () => { keep(); run(); };

  function given() {
    put(at.places, at.given.map((text, n) => {
      const [place, value] = text.split(/=(.*)/s), bits = value === undefined ? null : number(value);
      const remove = h('button', { type: 'button', class: 'remove', 'aria-label': `remove ${place}`, onclick: () => { at.given.splice(n, 1); given(); changed(); } }, '×');
      if (bits !== null && !/lanes|gws|gds\.|vmid|active|mode/.test(place)) {
        const width = widthOf(value, bits);
        const row = Isotope.bits.row(place, { bits, width, isFloat: at.float, change: now => { at.given[n] = `${place}=${Isotope.bits.hex(now, width)}`; changed(); } });
        return h('div', { class: 'given' }, row.element, remove);
      }
      const input = h('input', { class: 'hex', value: text, spellcheck: 'false', 'aria-label': `given: ${place}` });
      input.addEventListener('change', () => { at.given[n] = input.value; given(); changed(); });
      return h('div', { class: 'given plain' }, input, remove);
    }));
  }

  async function load(root, state) {
    const [set, name] = state.argument.split(/\/(.*)/s), mine = turn();
    put(root, h('h1', { id: 'operation' }, name || set), h('p', { class: 'wait' }, 'Loading …'));
    const isa = Isotope.index.isas.find(isa => isa.name === set);
    if (!isa) return put(root, failed(`expected one of ${Isotope.index.isas.map(isa => isa.name).join(', ')}, found ${set}`));
    try {
      await Isotope.script(`${set}.js`);
      if (mine()) build(root, set, name, state.query);
    } catch (error) {
      if (mine()) put(root, failed(error));
    }
  }

  function build(root, set, name, wanted) {
    const page = Isotope.index.pages.find(([isa, page]) => Isotope.index.isas[isa].name === set && page === name);
    const found = Isotope.instructions[set][name];
    if (!page || !found) {
      put(root, h('h1', { id: 'operation' }, name), h('p', {}, 'No instruction of ', code(set), ' is called so. ', h('a', { href: address('search', '', { q: name }) }, 'Search for it')));
      return;
    }
    const [, , purpose, , own, operations] = page, [example, rows] = found;
    const [target, instruction, places] = example || [set, (rows.find(row => row[1]) || ['', ''])[1], []];
    at = { set, name, target: wanted.get('t') || target, instruction: wanted.get('i') || instruction, given: wanted.has('i') ? wanted.getAll('g') : [...places] };
    at.float = /f32|f64|f16|^[FD](ADD|MUL|FMA|MNMX|SET|CMP|SWZ)|MUFU|\.F32|:f\b|type=f/.test([name, at.instruction, ...at.given].join(' '));
    [at.places, at.out] = [h('div', { class: 'values' }), h('div', { 'aria-live': 'polite' })];
    const text = h('input', { id: 'instruction', class: 'hex wide', value: at.instruction, spellcheck: 'false', autocomplete: 'off' });
    text.addEventListener('input', () => { at.instruction = text.value; changed(); });
    const more = h('input', { id: 'more', class: 'hex', placeholder: 'R5=0x3f800000, [0x100]=7, lanes=4', spellcheck: 'false', autocomplete: 'off' });
    const add = h('form', { class: 'add' }, h('label', { for: 'more' }, 'Give more'), more, h('button', {}, 'Give'));
    add.addEventListener('submit', event => {
      event.preventDefault();
      const items = more.value.split(/,(?=\s*[^,=]+=)/).map(item => item.trim()).filter(Boolean);
      if (!items.length) return;
      at.given.push(...items);
      more.value = '';
      given();
      changed();
    });
    const does = rows.filter(row => row[1]).map(([, text, lines]) => [text, Array.isArray(lines) ? lines.join('\n') : lines]);
    const distinct = does.filter(([, lines], n) => does.findIndex(([, other]) => other === lines) === n);
    const live = operations.map(([operation]) => `${set}:${operation}`);
    put(root,
      h('p', { class: 'above' }, Isotope.badge(set), ' instruction'),
      h('h1', { id: 'operation' }, name),
      h('p', {}, purpose, own.length ? [' Elsewhere: ', own.map((name, n) => [n ? ', ' : '', code(name)])] : ''),
      h('p', { class: 'links' }, h('a', { href: `${set}/${name}.html` }, 'Its page'), h('a', { href: address('asm', at.target, { code: at.instruction, decl: at.given.filter(text => text.startsWith('.')).join('; ') }) }, 'Its bits')),
      live.length ? h('ul', { class: 'chips' }, live.map(op => h('li', {}, h('a', { href: address('op', op) }, op.split(':')[1])))) : '',
      h('section', { 'aria-labelledby': 'given-h' }, h('h2', { id: 'given-h' }, 'On these registers and memory'),
        h('p', { class: 'field' }, h('label', { for: 'instruction' }, 'Instruction, on ', code(at.target)), text), at.places, add),
      h('section', { 'aria-labelledby': 'did-h' }, h('h2', { id: 'did-h' }, 'What it did'), at.out),
      h('section', { 'aria-labelledby': 'does-h' }, h('h2', { id: 'does-h' }, 'What it computes'),
        distinct.length ? distinct.slice(0, 6).map(([text, lines]) => [h('p', {}, code(text)), h('pre', { class: 'formula' }, lines || 'nothing changes')]) : h('p', {}, 'Its page says.'),
        distinct.length > 6 ? h('p', {}, h('a', { href: `${set}/${name}.html#computes` }, `${distinct.length - 6} more forms`)) : ''));
    given();
    if (at.instruction) run();
  }

  Isotope.pane('ins', { title: ({ argument }) => argument.split('/')[1], show: load, leave() { turn(); at = null; } });
})();
