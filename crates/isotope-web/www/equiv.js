// Whether two operations are equal, on all bits or under conditions, and where they are not.
'use strict';
(() => {
  const { h, put, code, marked, address, proof, turns, failed, announce } = Isotope;
  const turn = turns();
  let at = null;

  const words = { equal: 'Equal', different: 'Different', undecided: 'Undecided' };
  const how = text => text.replace(/, 0\.000 s$/, '');

  function half(name, answer) {
    const { answer: word } = answer;
    return h('li', {}, h('b', {}, { memory: 'Memory: ', returned: 'Value given back: ' }[name]), h('span', { class: word === 'equal' ? 'yes' : 'no' }, `${word === 'equal' ? '=' : '≠'} ${word}`),
      answer.how ? h('small', {}, ` (${how(answer.how)})`) : answer.why ? ` (${answer.why})` : '');
  }
  const bits = answer => ({ mem: answer.mem, src0: answer.src0, src1: answer.src1 });

  function verdict(answer) {
    const different = ['memory', 'returned'].filter(name => answer[name] && answer[name].answer === 'different');
    return [
      h('p', { class: 'verdict ' + answer.answer }, words[answer.answer]),
      h('ul', {}, ['memory', 'returned'].filter(name => answer[name]).map(name => half(name, answer[name]))),
      different.map(name => {
        const witness = answer[name];
        return h('div', { class: 'witness' }, h('h3', {}, `A witness: ${name === 'memory' ? 'memory afterwards' : 'the value given back'}`),
          h('div', { class: 'scroll' }, h('table', { class: 'stack' }, h('tbody', {}, [answer.first, answer.second].map((op, n) => h('tr', {},
            h('td', {}, h('a', { href: address('op', op, sourcesOf(witness, n)) }, code(op))), h('td', {}, code(witness.values[n])), h('td', {}, code(witness.reproduce[n]))))))));
      }),
      answer.operands ? h('p', {}, 'Operands: ', answer.operands) : '',
      answer.assumptions.flat().length ? h('p', {}, 'Rests on: ', [...new Set(answer.assumptions.flat())].map((id, n) => [n ? ', ' : '', h('a', { href: `assumptions.html#${id}` }, code(id))])) : '',
    ];
  }
  // What the command of a side says of its operands.
  function sourcesOf(witness, side) {
    const given = Object.fromEntries([...witness.reproduce[side].matchAll(/\b(mem|src0|src1)=(0x[0-9a-f]+)/g)].map(([, name, value]) => [name, value]));
    return { ...bits(witness), src0: '', src1: '', ...given };
  }

  function conditions(pair) {
    const rows = ['memory', 'returned'].map(name => {
      const { answer, conditions } = pair[name], label = name === 'memory' ? 'Memory' : 'The value given back';
      if (answer === 'equal') return h('li', {}, label, ' is equal on all bits.');
      if (answer === 'different') return h('li', {}, label, ': no condition that was tried makes it equal.');
      if (answer !== 'equal if') return h('li', {}, label, ' was not decided.');
      return h('li', {}, label, ' is equal if ', conditions.map((condition, n) => [n ? ', or if ' : '',
        h('a', { href: address('equiv', '', { a: at.a, b: at.b, assume: condition }) }, code(condition))]), '.');
    });
    return [h('h3', {}, 'Conditions'), h('ul', {}, rows)];
  }

  async function compare() {
    const mine = turn();
    if (proof.busy) proof.stop('another question was asked');
    at.button.disabled = false;
    announce('Comparing');
    put(at.out, h('p', { class: 'wait' }, 'Comparing … '), h('button', { type: 'button', onclick: cancel }, 'Cancel'));
    try {
      const answer = await proof.ask({ do: 'equiv', first: at.a, second: at.b, assume: at.assume });
      if (!mine()) return;
      announce(words[answer.answer]);
      const more = h('div', {});
      put(at.out, verdict(answer), more);
      if (answer.answer === 'equal' || at.assume.length) return;
      put(more, h('p', { class: 'wait' }, 'Looking for conditions … '), h('button', { type: 'button', onclick: cancel }, 'Cancel'));
      const pair = await proof.ask({ do: 'pair', first: at.a, second: at.b });
      if (mine()) put(more, conditions(pair));
    } catch (error) {
      if (mine()) put(at.out, failed(error));
    }
  }
  function cancel() {
    turn();
    proof.stop('cancelled');
    put(at.out, h('p', { class: 'none' }, 'Cancelled. Questions with sums of floats are for a solver: ', code(`isotope equiv ${at.a} ${at.b}`)));
  }

  function show(root, { query }) {
    turn();
    const assume = query.getAll('assume').filter(Boolean);
    at = { a: query.get('a') || '', b: query.get('b') || '', assume, out: h('div', { id: 'verdict', 'aria-live': 'polite' }), button: h('button', {}, 'Compare') };
    const field = (id, label, value, placeholder) => h('p', { class: 'field' }, h('label', { for: id }, label), h('input', { id, value, placeholder, list: id === 'assume' ? null : 'specs', class: 'hex wide', spellcheck: 'false', autocomplete: 'off' }));
    const form = h('form', { class: 'equiv' }, field('first', 'First operation', at.a, 'sm_50:ATOM.INC'), field('second', 'Second operation', at.b, 'visa:svm_atomic.inc'),
      field('assume', 'Where (conditions joined by ;)', assume.join('; '), 'src0 == 0xffffffff; !isnan(mem)'), h('p', {}, at.button));
    form.addEventListener('submit', event => {
      event.preventDefault();
      const value = id => form.querySelector('#' + id).value.trim();
      const to = address('equiv', '', { a: value('first'), b: value('second'), assume: value('assume').split(';').map(text => text.trim()).filter(Boolean) });
      if (to === location.hash) compare(); else location.hash = to;
    });
    put(root, h('h1', {}, 'Are they equal?'), h('p', {}, 'Two operations as ', code('TARGET:OP'), ', readings and modes behind commas. The answer is proved or has a witness; nothing leaves this page.'),
      form, at.out, h('datalist', { id: 'specs' }, Isotope.specs.slice(0, 4000).map(spec => h('option', { value: spec }))));
    if (at.a && at.b) compare();
  }

  Isotope.pane('equiv', { title: ({ query }) => query.get('a') ? `${query.get('a')} and ${query.get('b')}` : 'Equality', show, leave() { turn(); if (proof.busy) proof.stop('left'); at = null; } });
  Isotope.sentence = text => marked(text);
})();
