// Instructions as text and as bits: change either, see the fields.
'use strict';
(() => {
  const { h, put, code, remember, main, turns, failed } = Isotope;
  const turn = turns();
  const SAMPLES = {
    sm: ['ATOM.E.ADD R0, [R2], R4', ''], gfx: ['global_atomic_add_u32 v0, v[2:3], v1, off glc', ''],
    visa: ['add (M1, 8) V32(0,0)<1> V32(0,0)<1;1,0> 0x1:d', '.decl V32 v_type=G type=d num_elts=8 align=GRF'],
  };
  let at = null;

  const lines = text => text.split('\n');
  const kept = text => lines(text).map(line => line.trim());
  const keep = () => remember('asm', at.target, { code: at.text.value, decl: at.declarations.value, line: at.line || '' });
  const ask = given => main.ask({ do: 'encoding', target: at.target, lines: given, declarations: at.declarations.value.split('\n').join(';') });

  // One side was changed; the other follows, line by line.
  async function follow(from, to, key) {
    const mine = turn(), given = kept(from.value), asked = given.filter(Boolean);
    try {
      const answers = asked.length ? (await ask(asked)).lines : [];
      if (!mine()) return;
      let next = 0;
      at.all = given.map(line => line ? answers[next++] : null);
      if (to) to.value = at.all.map(answer => answer ? answer[key] ?? '' : '').join('\n');
      errors(given);
      keep();
      draw();
    } catch (error) {
      if (mine()) put(at.wrong, failed(error));
    }
  }
  function errors(given) {
    put(at.wrong, at.all.map((answer, n) => answer && answer.error ? h('p', { class: 'wrong' }, `line ${n + 1}: ${answer.error}`) : answer && answer.remark ? h('p', {}, `line ${n + 1}: ${answer.remark}`) : ''));
    if (!given.some(Boolean)) put(at.wrong, h('p', { class: 'none' }, 'Type an instruction, or its digits.'));
  }

  const caret = area => area.value.slice(0, area.selectionStart).split('\n').length - 1;
  const choose = area => { const line = caret(area); if (line !== at.line) { at.line = line; keep(); draw(); } };

  function draw() {
    const answer = at.all[at.line] || at.all.find(answer => answer && !answer.error);
    if (!answer || answer.error) return put(at.fields);
    const { parts, text, bytes } = answer;
    const width = parts[0].hi + 1, digits = [...bytes].reverse().map(byte => byte.toString(2).padStart(8, '0')).join('');
    const bit = n => digits[digits.length - 1 - n] || '0';
    // The text in pieces that belong to fields; the shortest piece of several.
    const owner = [...text].map((_, n) => parts.map((part, i) => [part, i]).filter(([{ text: place }]) => place && n >= place[0] && n < place[1])
      .sort(([a], [b]) => a.text[1] - a.text[0] - (b.text[1] - b.text[0]))[0]?.[1] ?? null);
    const pieces = [];
    owner.forEach((part, n) => { if (n && owner[n - 1] === part) pieces.at(-1)[1] += text[n]; else pieces.push([part, text[n]]); });
    const spoken = n => { const { name, meaning, hi, lo, value } = parts[n]; return `${name || meaning}, bits ${hi === lo ? hi : `${hi}:${lo}`} = ${value}${name ? `: ${meaning}` : ''}`; };
    const card = h('p', { id: 'field', class: 'card', 'aria-live': 'polite' }, 'Point at a field or walk through the bits with the arrow keys; a click on a bit flips it.');
    const same = [];
    const over = n => {
      same.flat().forEach(element => element.classList.remove('here'));
      if (n === null) return;
      (same[n] || []).forEach(element => element.classList.add('here'));
      const { name, meaning, hi, lo, value } = parts[n];
      put(card, h('b', {}, name || meaning), ` bits ${hi === lo ? hi : `${hi}:${lo}`} = `, code(value), name ? [' ', Isotope.marked(meaning)] : '');
    };
    const bind = (element, n) => {
      (same[n] ||= []).push(element);
      element.addEventListener('mouseenter', () => over(n));
      element.addEventListener('focus', () => over(n));
      return element;
    };
    const shown = h('p', { class: 'shown' }, pieces.map(([n, text]) => n === null ? text : bind(h('span', { class: 'piece', tabindex: 0, title: spoken(n) }, text), n)));
    const cells = new Map();
    const words = [];
    for (let top = Math.ceil(width / 32) * 32 - 1; top > 0; top -= 32) {
      const word = h('div', { class: 'asmword' });
      parts.forEach((part, n) => {
        const hi = Math.min(part.hi, top), lo = Math.max(part.lo, top - 31);
        if (hi < lo) return;
        const field = h('span', { class: 'part' + (part.name ? '' : part.meaning === 'opcode' ? ' fixed' : ' ignored'), style: `grid-column: ${32 - hi % 32} / span ${hi - lo + 1}` },
          h('small', {}, part.name || (part.meaning === 'opcode' ? 'op' : '')), h('span', { class: 'digits' }, Array.from({ length: hi - lo + 1 }, (_, i) => {
            const index = hi - i;
            const cell = h('button', { type: 'button', class: 'bit' + (bit(index) === '1' ? ' one' : ''), tabindex: cells.size ? -1 : 0, 'aria-label': `bit ${index}, ${part.name || part.meaning}`, 'aria-pressed': String(bit(index) === '1') }, bit(index));
            cell.addEventListener('click', () => flip(index));
            cell.addEventListener('focus', () => over(n));
            cell.addEventListener('keydown', event => {
              const to = { ArrowLeft: index + 1, ArrowRight: index - 1, ArrowUp: index + 32, ArrowDown: index - 32, Home: width - 1, End: 0 }[event.key];
              if (to === undefined || !cells.has(to)) return;
              event.preventDefault();
              cell.tabIndex = -1;
              cells.get(to).tabIndex = 0;
              cells.get(to).focus();
            });
            cells.set(index, cell);
            return cell;
          })));
        word.append(bind(field, n));
      });
      words.push(word);
    }
    const line = at.all.indexOf(answer);
    async function flip(index) {
      const other = [...bytes];
      other[index >> 3] ^= 1 << (index & 7);
      const hex = byte => byte.toString(16).padStart(2, '0');
      const like = answer.digits.startsWith('0x') ? '0x' + other.reverse().map(hex).join('') : other.map(hex).join('');
      const all = lines(at.digits.value);
      all[line] = like;
      at.digits.value = all.join('\n');
      await follow(at.digits, at.text, 'text');
      at.fields.querySelector(`[aria-label^="bit ${index},"]`)?.focus();
    }
    const rows = parts.map((part, n) => part.name ? h('tr', {}, h('th', { scope: 'row' }, code(part.name)), h('td', {}, part.hi === part.lo ? part.hi : `${part.hi}:${part.lo}`), h('td', {}, code(part.value)),
      h('td', {}, part.text ? code(text.slice(...part.text)) : ''), h('td', {}, Isotope.marked(part.meaning))) : null).filter(Boolean);
    put(at.fields, h('h2', {}, 'Fields'), shown, card, h('div', { class: 'scroll words' }, words), h('details', {}, h('summary', {}, 'All fields as a table'), h('div', { class: 'scroll' }, h('table', {}, h('thead', {}, h('tr', {},
      ['field', 'bits', 'value', 'in the text', 'meaning'].map(name => h('th', { scope: 'col' }, name)))), h('tbody', {}, rows)))));
  }

  function show(root, { argument, query }) {
    if (at && at.root === root && root.querySelector('#text') && at.target === argument && at.text.value === (query.get('code') ?? at.text.value)) return;
    turn();
    const target = argument || 'sm_50', family = Object.keys(SAMPLES).find(name => target.startsWith(name)) || 'visa';
    const targets = Isotope.index.isas.flatMap(isa => isa.targets);
    const area = (id, label, rows) => h('textarea', { id, rows, 'aria-label': label, spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off' });
    at = { root, target, all: [], line: Number(query.get('line')) || 0, text: area('text', 'Instructions, one a line', 5), digits: area('digits', 'Digits, an instruction a line', 5), declarations: area('declarations', 'Declarations of vISA, one a line', 2), wrong: h('div', { role: 'status' }), fields: h('section', { 'aria-label': 'Fields' }) };
    const needs = family === 'visa';
    at.text.value = query.get('code') ?? SAMPLES[family][0];
    at.declarations.value = query.get('decl') ?? SAMPLES[family][1];
    at.text.addEventListener('input', () => follow(at.text, at.digits, 'digits'));
    at.digits.addEventListener('input', () => follow(at.digits, at.text, 'text'));
    at.declarations.addEventListener('input', () => follow(at.text, at.digits, 'digits'));
    for (const side of [at.text, at.digits]) for (const event of ['click', 'keyup']) side.addEventListener(event, () => choose(side));
    const select = h('select', { id: 'target' }, targets.map(name => h('option', { value: name }, name)));
    select.value = target;
    select.addEventListener('change', () => { location.hash = Isotope.address('asm', select.value); });
    put(root, h('h1', {}, 'Text and bits'), h('p', { class: 'field' }, h('label', { for: 'target' }, 'Target'), select),
      h('div', { class: 'sides' }, h('div', {}, h('label', { for: 'text' }, 'Text'), at.text), h('div', {}, h('label', { for: 'digits' }, 'Digits'), at.digits)),
      needs ? h('p', {}, h('label', { for: 'declarations' }, 'Declarations'), at.declarations) : '', at.wrong, at.fields);
    if (/^(0x)?[0-9a-f]+$/i.test(at.text.value.trim()) && at.text.value.trim().length >= 8) { at.digits.value = at.text.value; follow(at.digits, at.text, 'text'); } else follow(at.text, at.digits, 'digits');
  }

  Isotope.pane('asm', { title: () => 'Assembly', show, leave() { turn(); at = null; } });
})();
