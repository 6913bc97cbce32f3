export interface Part {
  readonly kind: 'literal' | 'code';
  readonly text: string;
}

/** A part of a format code, between semicolons. */
export interface Section {
  readonly parts: readonly Part[];
  /** Its codes alone, in lower case. */
  readonly tokens: string;
  /** Whether it applies to this number. */
  readonly applies: (value: number) => boolean;
}

const compare: Readonly<Record<string, (value: number, with_: number) => boolean>> = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '=': (value, limit) => value === limit,
  '<>': (value, limit) => value !== limit,
};

interface Cut {
  readonly parts: Part[];
  condition?: Section['applies'];
}

/**
 * Splits a format code into its sections: literals (in quotes, after a backslash, or a currency), codes, and the
 * condition under which each applies. Colours, languages, padding and fillers show nothing. In linear time, since
 * anyone may write the file.
 */
export function sectionsOf(code: string): Section[] {
  const signs = [...code];
  const lastBracket = signs.lastIndexOf(']');
  const cut: Cut[] = [];
  let section: Cut = { parts: [] };
  cut.push(section);
  for (let at = 0; at < signs.length; at += 1) {
    const sign = signs[at] ?? '';
    if (sign === ';') cut.push((section = { parts: [] }));
    else if (sign === '"' || (sign === '[' && at < lastBracket)) {
      const end = signs.indexOf(sign === '"' ? '"' : ']', at + 1);
      const text = signs.slice(at + 1, end < 0 ? undefined : end).join('');
      if (sign === '"') addPart(section, 'literal', text);
      else bracketed(section, text);
      at = end < 0 ? signs.length : end;
    } else if (/[\\_*]/u.test(sign) && at + 1 < signs.length) {
      at += 1;
      if (sign === '\\') addPart(section, 'literal', signs[at] ?? '');
    } else addPart(section, 'code', sign);
  }
  const conditional = cut.some(({ condition }) => condition !== undefined);
  return cut.map(({ parts, condition }, index) => ({
    parts,
    tokens: parts.map(({ kind, text }) => (kind === 'code' ? text.toLowerCase() : '')).join(''),
    applies: condition ?? (conditional ? () => true : bySign(index, cut.length)),
  }));
}

function addPart({ parts }: Cut, kind: Part['kind'], text: string): void {
  if (text !== '') parts.push({ kind, text });
}

/** A currency with its language, a condition, or hours that may be more than 24. */
function bracketed(section: Cut, text: string): void {
  if (text.startsWith('$')) return addPart(section, 'literal', text.slice(1).split('-', 1).join());
  const [, operator = '', limit] = /^([<>=]{1,2})\s*(-?[\d.]+)$/u.exec(text) ?? [];
  const holds = compare[operator];
  if (holds) section.condition = (value) => holds(value, Number(limit));
  else if (/^(?:h+|m+|s+)$/iu.test(text)) addPart(section, 'code', `[${text}]`);
}

/** Without conditions: above zero, below, zero, text. */
function bySign(index: number, count: number): Section['applies'] {
  if (index === 0) return (value) => count === 1 || value > 0 || (value === 0 && count < 3);
  if (index === 1) return (value) => value < 0;
  return (value) => index === 2 && value === 0;
}
