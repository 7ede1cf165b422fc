// A definition in words with the way through it that given bits take.
'use strict';
(() => {
  const { h } = Isotope;

  // `if C { A } else if D { B } else { E }` as a tree; other text stays as it is.
  function parse(text) {
    const parts = [];
    let rest = text;
    while (rest) {
      const at = rest.search(/\bif .*\{/);
      if (at < 0) { parts.push(rest); break; }
      if (at) parts.push(rest.slice(0, at));
      const [branch, behind] = branchOf(rest.slice(at));
      if (!branch) { parts.push(rest.slice(at)); break; }
      parts.push(branch);
      rest = behind;
    }
    return parts;
  }
  // The text in braces at the start, and what is behind.
  function block(text) {
    let depth = 0;
    for (let i = 0; i < text.length; i++) {
      if (text[i] === '{') depth++;
      if (text[i] === '}' && --depth === 0) return [text.slice(1, i).trim(), text.slice(i + 1)];
    }
    return [null, text];
  }
  function branchOf(text) {
    const open = text.indexOf('{'), condition = text.slice(3, open).trim();
    const [then, behind] = block(text.slice(open));
    if (then === null) return [null, text];
    const branch = { condition, then: parse(then), otherwise: null };
    const more = behind.match(/^\s*else\s+/);
    if (!more) return [branch, behind];
    const rest = behind.slice(more[0].length);
    if (rest.startsWith('if ')) {
      const [other, left] = branchOf(rest);
      branch.otherwise = [other];
      return [branch, left];
    }
    const [other, left] = block(rest);
    branch.otherwise = parse(other || '');
    return [branch, left];
  }

  // What was decided, by the text of the condition; what a remark says of an expression.
  function decisions(path) {
    const answers = new Map(), flushed = new Set(), nan = new Set();
    for (const { words } of path) {
      const line = words.trim();
      const answer = line.match(/^(.*): (yes|no)$/);
      if (answer) answers.set(answer[1], answer[2] === 'yes');
      const zero = line.match(/^(.*) is subnormal: replaced by zero of its sign$/);
      if (zero) flushed.add(`flush(${zero[1]})`);
      const rule = line.match(/^(.*) is a NaN: the NaN rule decides$/);
      if (rule) nan.add(rule[1]);
    }
    return { answers, flushed, nan };
  }

  function text(part, known, lit) {
    let pieces = [part];
    const mark = (wanted, title) => {
      pieces = pieces.flatMap(piece => {
        const at = typeof piece === 'string' ? piece.indexOf(wanted) : -1;
        return at < 0 ? [piece] : [piece.slice(0, at), h('mark', { title }, wanted), piece.slice(at + wanted.length)];
      });
    };
    if (lit) {
      // The longest first: what is inside of another stays inside of it.
      [...known.flushed].sort((a, b) => b.length - a.length).forEach(wanted => mark(wanted, 'subnormal: replaced by zero of its sign'));
      if (known.nan.size) pieces = pieces.flatMap(piece => typeof piece !== 'string' ? [piece]
        : piece.split(/(\[NaN: [^\]]*\])/).map(one => one.startsWith('[NaN:') ? h('mark', { title: 'the NaN rule decides' }, one) : one));
    }
    return h('span', { class: lit ? 'lit' : 'dim' }, pieces);
  }
  function draw(parts, known, lit, depth) {
    return parts.map(part => {
      if (typeof part === 'string') return text(part, known, lit);
      const answer = known.answers.get(part.condition);
      const asked = lit && answer !== undefined;
      const sign = asked ? h('span', { class: answer ? 'yes' : 'no' }, answer ? ' yes' : ' no') : '';
      const otherwise = part.otherwise && (part.otherwise.length === 1 && typeof part.otherwise[0] !== 'string'
        ? ['\n' + '  '.repeat(depth + 1) + 'else ', draw(part.otherwise, known, lit && answer !== true, depth)]
        : ['\n' + '  '.repeat(depth + 1) + 'else { ', draw(part.otherwise, known, lit && answer !== true, depth + 1), ' }']);
      return h('span', { class: lit ? 'lit' : 'dim' }, 'if ', h('span', { class: 'condition' + (asked ? ' asked' : '') }, text(part.condition, known, asked), sign), ' { ',
        draw(part.then, known, lit && answer !== false, depth + 1), ' }', otherwise || '');
    });
  }

  // The lines of a formula as a block; `path` is how these bits came to the result.
  Isotope.formula = (lines, path) => {
    const known = decisions(path);
    return h('pre', { class: 'formula', 'aria-label': 'what it computes' }, lines.map(line => {
      const decided = line.trim().startsWith('new =');
      return [draw(parse(line), known, decided, 0), '\n'];
    }));
  };
})();
