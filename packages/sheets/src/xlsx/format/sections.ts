export interface Part {
  readonly kind: 'literal' | 'code';
  readonly text: string;
}

/** One of the parts of a format code that semicolons part. */
export interface Section {
  readonly parts: readonly Part[];
  /** Its codes alone, in lower case. */
  readonly tokens: string;
  /** Whether it is for this number. */
  readonly applies: (value: number) => boolean;
}

const token =
  /"([^"]*)"?|\\([^])|_[^]|\*[^]|\[(?:[$]([^\]-]*)[^\]]*|([<>=]{1,2})\s*(-?[\d.]+)|((?:h+|m+|s+)(?=\]))|[^\]]*)\]|(;)|([^])/giu;

const compare: Readonly<Record<string, (value: number, with_: number) => boolean>> = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '=': (value, limit) => value === limit,
  '<>': (value, limit) => value !== limit,
};

/** More than Excel takes; what follows is cut off. */
const mostCharacters = 2000;

/**
 * Cuts a format code into its sections: literals (in quotes, behind a backslash, or a currency), codes, and the
 * condition under which each applies. Colours, languages, padding and fillers show nothing.
 */
export function sectionsOf(code: string): Section[] {
  const cut: { parts: Part[]; condition?: Section['applies'] }[] = [{ parts: [] }];
  for (const match of code.slice(0, mostCharacters).matchAll(token)) {
    const [, quoted, escaped, currency, operator, limit, elapsed, end, plain] = match;
    const section = cut.at(-1);
    if (end !== undefined) cut.push({ parts: [] });
    else if (operator !== undefined && section) {
      const holds = compare[operator];
      if (holds) section.condition = (value) => holds(value, Number(limit));
    } else {
      const literal = quoted ?? escaped ?? currency;
      const text = literal ?? (elapsed === undefined ? plain : `[${elapsed}]`);
      if (text) section?.parts.push({ kind: literal === undefined ? 'code' : 'literal', text });
    }
  }
  const conditional = cut.some(({ condition }) => condition !== undefined);
  return cut.map(({ parts, condition }, index) => ({
    parts,
    tokens: parts.map(({ kind, text }) => (kind === 'code' ? text.toLowerCase() : '')).join(''),
    applies: condition ?? (conditional ? () => true : bySign(index, cut.length)),
  }));
}

/** Without conditions: above zero, below, zero, text. */
function bySign(index: number, count: number): Section['applies'] {
  if (index === 0) return (value) => count === 1 || value > 0 || (value === 0 && count < 3);
  if (index === 1) return (value) => value < 0;
  return (value) => index === 2 && value === 0;
}
