// A value as bits to toggle, as digits and as a number, side by side.
'use strict';
(() => {
  const { h, put } = Isotope;

  // Sign, exponent, fraction.
  const FORMATS = { 16: [5, 10], 32: [8, 23], 64: [11, 52] };

  function half(bits) {
    const sign = bits >> 15 ? -1 : 1, exponent = bits >> 10 & 31, fraction = bits & 1023;
    if (exponent === 31) return fraction ? NaN : sign * Infinity;
    return sign * (exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024) : 2 ** -24 * fraction);
  }
  function toHalf(value) {
    // The nearest of all, the even one of two.
    if (Number.isNaN(value)) return 0x7e00;
    const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0, size = Math.abs(value);
    if (size >= 65520) return sign | 0x7c00;
    let best = 0;
    for (let low = 0, high = 0x7c00; low < high;) {
      const middle = low + high + 1 >> 1;
      if (half(middle) <= size) best = low = middle; else high = middle - 1;
    }
    const above = best + 1, below = size - half(best), over = half(above) - size;
    if (half(best) === size) return sign | best;
    return sign | (below < over || below === over && best % 2 === 0 ? best : above);
  }
  const view = new DataView(new ArrayBuffer(8));
  function float(bits, width) {
    if (width === 16) return half(Number(bits));
    view.setBigUint64(0, bits);
    return width === 32 ? view.getFloat32(4) : view.getFloat64(0);
  }
  function toFloat(value, width) {
    if (width === 16) return BigInt(toHalf(value));
    view.setBigUint64(0, 0n);
    if (width === 32) view.setFloat32(4, value); else view.setFloat64(0, value);
    return view.getBigUint64(0);
  }
  // The shortest text that reads back as the same bits.
  function short(value, width) {
    if (Object.is(value, -0)) return '-0.0';
    if (Number.isInteger(value) && Math.abs(value) < 1e15) return value + '.0';
    if (!Number.isFinite(value)) return value > 0 ? '+inf' : '-inf';
    if (width === 64) return String(value);
    for (let digits = 1; digits < 17; digits++) {
      const text = value.toPrecision(digits);
      if (toFloat(Number(text), width) === toFloat(value, width)) return String(Number(text));
    }
    return String(value);
  }
  // A float in words that tell its kind.
  function floatText(bits, width) {
    const [, fraction] = FORMATS[width], value = float(bits, width);
    const mantissa = bits & ((1n << BigInt(fraction)) - 1n);
    if (!Number.isNaN(value)) {
      const exponent = bits >> BigInt(fraction) & ((1n << BigInt(FORMATS[width][0])) - 1n);
      return short(value, width) + (exponent === 0n && mantissa !== 0n ? ' (subnormal)' : '');
    }
    const quiet = mantissa >> BigInt(fraction - 1) & 1n, payload = mantissa & ((1n << BigInt(fraction - 1)) - 1n);
    const sign = bits >> BigInt(width - 1) ? '-' : '';
    return `${sign}${quiet ? 'qNaN' : 'sNaN'}(0x${payload.toString(16)})`;
  }
  const hex = (bits, width) => '0x' + bits.toString(16).padStart(width / 4, '0');
  const signed = (bits, width) => BigInt.asIntN(width, bits);

  // What is typed as a number: digits behind 0x, a float with a point or exponent, inf, nan, a whole number with a sign.
  function parse(text, width, isFloat) {
    const plain = text.trim().replace(/[_\s]/g, '').toLowerCase();
    const mask = (1n << BigInt(width)) - 1n;
    if (/^0x[0-9a-f]+$/.test(plain)) { const bits = BigInt(plain); return bits <= mask ? bits : null; }
    if (/^[+-]?(inf|infinity)$/.test(plain)) return toFloat(plain.startsWith('-') ? -Infinity : Infinity, width);
    if (/^[+-]?q?nan$/.test(plain)) return toFloat(NaN, width) | (plain.startsWith('-') ? 1n << BigInt(width - 1) : 0n);
    if (/^[+-]?snan$/.test(plain)) {
      const [, fraction] = FORMATS[width];
      return toFloat(Infinity, width) | 1n << BigInt(fraction - 2) | (plain.startsWith('-') ? 1n << BigInt(width - 1) : 0n);
    }
    if (/^[+-]?\d+$/.test(plain) && !isFloat) {
      const value = BigInt(plain);
      return value <= mask && value >= -(1n << BigInt(width - 1)) ? value & mask : null;
    }
    if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(plain)) return toFloat(Number(plain), width);
    return null;
  }

  // Special values of elements of this many bits.
  function specials(width, isFloat) {
    const mask = (1n << BigInt(width)) - 1n, sign = 1n << BigInt(width - 1);
    if (!isFloat) return [['0', 0n], ['1', 1n], ['largest signed', sign - 1n], ['smallest signed', sign], ['all ones', mask]];
    const [, fraction] = FORMATS[width], infinity = toFloat(Infinity, width);
    return [['+0', 0n], ['-0', sign], ['smallest subnormal', 1n], ['1.0', toFloat(1, width)], ['-1.0', toFloat(-1, width)], ['+inf', infinity],
      ['-inf', infinity | sign], ['quiet NaN', infinity | 1n << BigInt(fraction - 1) | 5n], ['signalling NaN', infinity | 3n]];
  }

  // The kind of a bit of a float, for its ground: never the only sign of anything.
  function kind(bit, element) {
    const [, fraction] = FORMATS[element], at = bit % element;
    return at === element - 1 ? 'sign' : at >= fraction ? 'exponent' : 'fraction';
  }

  // name, bits: BigInt or null, width, element, float; change(bits) where it may be changed; differs: bits to mark.
  function row(name, given) {
    let { bits, width, element = given.width, isFloat = false, note = '', change = null } = given;
    const cells = [], id = 'v-' + name.replace(/\W/g, '-');
    const digits = h('input', { class: 'hex', id: id + '-hex', 'aria-label': `${name}, digits`, spellcheck: 'false', autocomplete: 'off', readonly: !change });
    const numbers = [];
    for (let at = width - element; at >= 0; at -= element) {
      const which = width === element ? '' : at ? ', upper half' : ', lower half';
      const input = h('input', { class: 'number', 'aria-label': `${name}${which}, ${isFloat ? 'float' : 'number'}`, spellcheck: 'false', autocomplete: 'off', readonly: !change });
      numbers.push([input, at]);
    }
    const grid = h('div', { class: 'bits', role: 'group', 'aria-label': `${name}, bits ${width - 1} to 0` });
    for (let bit = width - 1; bit >= 0; bit--) {
      const cell = h(change ? 'button' : 'span', {
        class: 'bit' + (isFloat ? ' ' + kind(bit, element) : '') + (bit % 8 === 7 && bit !== width - 1 ? ' byte' : ''),
        type: change ? 'button' : null, 'data-bit': bit, tabindex: change ? (bit === width - 1 ? 0 : -1) : null,
        'aria-label': change ? `bit ${bit}` : null,
      });
      cells[bit] = cell;
      grid.append(cell);
    }
    const wrong = h('small', { class: 'wrong', role: 'alert' });
    const element_ = h('div', { class: 'value' + (change ? '' : ' result') },
      h('label', { class: 'name', for: id + '-hex' }, name, note ? h('small', {}, ' ' + note) : ''), digits, numbers.map(([input]) => input), grid, wrong);

    function draw(differs = 0n) {
      const open = bits === null;
      if (document.activeElement !== digits) digits.value = open ? 'open' : hex(bits, width);
      for (const [input, at] of numbers) {
        if (document.activeElement === input && change) continue;
        const part = open ? 0n : bits >> BigInt(at) & ((1n << BigInt(element)) - 1n);
        const number = signed(part, element);
        input.value = open ? '' : isFloat ? floatText(part, element) : number < 0n ? `${part} (${number})` : String(part);
      }
      for (const [bit, cell] of cells.entries()) {
        const one = !open && bits >> BigInt(bit) & 1n;
        cell.textContent = open ? '–' : one ? '1' : '0';
        cell.classList.toggle('one', Boolean(one));
        if (change) cell.setAttribute('aria-pressed', String(Boolean(one)));
        const other = differs >> BigInt(bit) & 1n;
        cell.classList.toggle('differs', Boolean(other));
      }
    }
    function set(value, silent) {
      bits = value;
      draw();
      if (!silent && change) change(bits);
    }
    if (change) {
      const typed = (input, at, size, float) => input.addEventListener('input', () => {
        const value = parse(/^(0x)?[0-9a-f_\s]+$/i.test(input.value) && input === digits ? '0x' + input.value.replace(/^0x/i, '') : input.value, size, float);
        wrong.textContent = value === null ? `expected ${input === digits ? `at most ${size / 4} digits` : 'a number such as 1.5, -7, inf, nan or 0x7f'}` : '';
        if (value === null) return;
        const mask = (1n << BigInt(size)) - 1n << BigInt(at);
        set(bits & ~mask | value << BigInt(at));
      });
      typed(digits, 0, width, false);
      numbers.forEach(([input, at]) => typed(input, at, element, isFloat));
      const settle = () => { wrong.textContent = ''; setTimeout(draw); };
      [digits, ...numbers.map(([input]) => input)].forEach(input => input.addEventListener('blur', settle));
      grid.addEventListener('click', ({ target }) => {
        const cell = target.closest('.bit');
        if (!cell) return;
        focus(Number(cell.dataset.bit));
        set(bits ^ 1n << BigInt(cell.dataset.bit));
      });
      const focus = bit => {
        cells.forEach(cell => { cell.tabIndex = -1; });
        cells[bit].tabIndex = 0;
        cells[bit].focus();
      };
      grid.addEventListener('keydown', event => {
        const bit = Number(event.target.dataset.bit);
        const to = { ArrowLeft: bit + 1, ArrowRight: bit - 1, Home: width - 1, End: 0, ArrowUp: bit + 8, ArrowDown: bit - 8 }[event.key];
        if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
        event.preventDefault();
        focus(Math.max(0, Math.min(width - 1, to)));
      });
      const presets = h('select', { class: 'preset', 'aria-label': `${name}, special values` }, h('option', { value: '' }, 'special …'),
        specials(element, isFloat).map(([label, value]) => h('option', { value: String(value) }, label)));
      presets.addEventListener('change', () => {
        if (presets.value === '') return;
        let value = BigInt(presets.value);
        if (width !== element) value |= value << BigInt(element);
        presets.value = '';
        set(value);
      });
      digits.before(presets);
    }
    draw(given.differs || 0n);
    return { element: element_, get bits() { return bits; }, set, draw };
  }

  // Bits as text in groups of eight, those of a mask marked.
  function strip(bits, width, differs) {
    const out = h('span', { class: 'strip', 'aria-hidden': 'true' });
    for (let top = width - 1; top >= 0; top -= 8) {
      const group = h('span', {});
      for (let bit = top; bit > top - 8; bit--) {
        const text = bits >> BigInt(bit) & 1n ? '1' : '0';
        group.append(differs >> BigInt(bit) & 1n ? h('mark', {}, text) : text);
      }
      out.append(group);
    }
    return out;
  }

  Isotope.bits = { row, strip, hex, floatText, parse, specials, put };
})();
