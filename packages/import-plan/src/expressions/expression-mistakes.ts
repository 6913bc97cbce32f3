const signs: Readonly<Record<string, string>> = { RBRACKET: ']', RPAREN: ')', LBRACKET: '[', LPAREN: '(' };

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  double: 'a number',
  bool: 'true or false',
};
const kindOf = (type: string): string => kinds[type] ?? type;
const isNumber = (type: string): boolean => type === 'int' || type === 'double';

/** What is wrong with an expression, from the words of its engine, which its users do not know. */
export function expressionMistake(words: string, source: string): string {
  const cell = /row(?:\["[^"]+"\]|\.\w+)/u.exec(source)?.[0] ?? 'row["Header"]';
  for (const [is, sentence] of sentences) {
    const found = is.exec(words);
    if (found !== null) return sentence(found, { source, cell });
  }
  return words;
}

interface Written {
  readonly source: string;
  /** The first cell that it reads. */
  readonly cell: string;
}

const sentences: readonly (readonly [RegExp, (found: RegExpExecArray, written: Written) => string])[] = [
  [/^Expected COLON/u, () => 'a ? needs a : and the other value'],
  [/^Expected (\w+)/u, ([, name = '']) => `a ${signs[name] ?? name.toLowerCase()} is missing`],
  [
    /^Unexpected token: (\w+)/u,
    ([, name = ''], { source }) =>
      name === 'EOF'
        ? 'it ends too early'
        : source.includes('<>')
          ? 'write != for <>'
          : 'there is a sign too many',
  ],
  [/^Unexpected character: '?(.)/u, ([, sign = ''], { source }) => wrongSign(sign, source)],
  [/^Unterminated/u, () => 'a text has no quote at its end'],
  [/^Newlines/u, () => 'a text in an expression must be on one line'],
  [/^Exceeded/u, () => 'it has too many parts'],
  [/^Logical/u, (_, { cell }) => `&& and || join conditions, such as ${cell} == "yes"`],
  [/^Ternary condition/u, (_, { cell }) => `before ? is a condition, such as ${cell} == "yes"`],
  [/^Ternary branches/u, () => 'both values of ? and : must be texts, or both numbers'],
  [
    /^found no matching overload for '(?:\w+\.)?(\w+)\((.*)\)'/u,
    ([, name = '', given = ''], { cell }) =>
      name === 'number'
        ? `number takes the text of a cell: number(${cell})`
        : `${name} cannot be used with ${given.split(', ').map(kindOf).join(', ') || 'nothing'}`,
  ],
  [
    /^no such overload: (!|-)(\w+)/u,
    ([, sign = ''], { cell }) =>
      sign === '!'
        ? `! is for a condition, such as !(${cell} == "yes")`
        : `a cell is text: write -number(${cell})`,
  ],
  [
    /^no such overload: (\S+) (\S+) (\S+)/u,
    ([, left = '', sign = '', right = ''], written) => unlike({ left, sign, right }, written),
  ],
];

function wrongSign(sign: string, source: string): string {
  const code = source.replaceAll(/"[^"]*"|'[^']*'/gu, '""');
  if (sign === '=') return 'compare with ==';
  if (/[“”„‘’«»]/u.test(sign)) return `${sign} is not a "`;
  if (sign === '&' || sign === '|' || /\b(?:and|or)\b/iu.test(code)) return 'write && for and, || for or';
  return /\bnot\b/iu.test(code) ? 'write ! for not' : `${sign} cannot be here`;
}

/** An operator between two types. */
interface Operation {
  readonly sign: string;
  readonly left: string;
  readonly right: string;
}

/** A text and a number, or two kinds of numbers. */
function unlike({ left, sign, right }: Operation, { source, cell }: Written): string {
  if (isNumber(left) && isNumber(right)) return `write numbers as 2.0 beside number(${cell}), not as 2`;
  const isMixed = (left === 'string' && isNumber(right)) || (isNumber(left) && right === 'string');
  if (!isMixed) return `${kindOf(left)} and ${kindOf(right)} do not go with ${sign}`;
  const asWritten = numbersBeside(source).find(
    (found) => found.sign === sign && found.isFirst === isNumber(left),
  );
  const { number, of } = asWritten ?? { number: '1', of: cell };
  const beside = /^[+*/%-]$/u.test(sign) && !number.includes('.') ? `${number}.0` : number;
  const sides = [`number(${of})`, beside];
  return `a cell is text: write ${(isNumber(left) ? sides.toReversed() : sides).join(` ${sign} `)}`;
}

const cellPattern = String.raw`(?<of>row(?:\["[^"]+"\]|\.\w+))`;
const signPattern = String.raw`\s*(?<sign>[<>=!]=|[<>+*/%-])\s*`;
const numberPattern = String.raw`(?<number>\d+(?:\.\d+)?)`;

/** The places where an expression has a number beside a cell. */
function numbersBeside(source: string) {
  return [true, false].flatMap((isFirst) => {
    const sides = isFirst ? [numberPattern, cellPattern] : [cellPattern, numberPattern];
    return [...source.matchAll(new RegExp(sides.join(signPattern), 'gu'))].map(({ groups = {} }) => {
      const { sign = '', number = '', of = '' } = groups;
      return { isFirst, sign, number, of };
    });
  });
}

const methods: Readonly<Record<string, string>> = {
  tolowercase: 'lowerAscii()',
  lower: 'lowerAscii()',
  lowercase: 'lowerAscii()',
  touppercase: 'upperAscii()',
  upper: 'upperAscii()',
  uppercase: 'upperAscii()',
  length: 'size()',
  len: 'size()',
  includes: 'contains("…")',
  strip: 'trim()',
  slice: 'substring(0, 3)',
  substr: 'substring(0, 3)',
};

/** What to write for a method or a function that is none of these. */
export function insteadOf(name: string, allowed: readonly string[]): string {
  const meant = methods[name.toLowerCase()];
  return `${name} is none of ${allowed.join(', ')}${meant === undefined ? '' : `: write ${meant}`}`;
}
