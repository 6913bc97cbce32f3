import { letters } from './letters.ts';

/** How likely a language writes a word, by how its letters follow each other. */
export type Language = (word: readonly number[]) => number;

/** The natural logarithm of the chance of a letter that a language does not have. */
const foreign = -11;
/** The edge of a word. */
export const edge = 95;
/** How many occurrences the frequency of a letter by itself counts as. */
const weightOfLetter = 6;

let made: readonly Language[] | undefined;

/** All that are known, made when they are needed first. */
export const languages = (): readonly Language[] =>
  (made ??= Object.values(letters).map((text) => (text.startsWith('*') ? ofSigns(text) : ofLetters(text))));

function* pairsOf(text: string): Generator<readonly [code: number, count: number]> {
  for (const [, sign = '', digit = ''] of text.matchAll(/(.)(.)/gsu))
    yield [sign.codePointAt(0) ?? 0, 2 ** (Number.parseInt(digit, 36) / 2)];
}

/** Scripts whose signs are words: only how frequent each is. */
function ofSigns(text: string): Language {
  const counts = new Map(pairsOf(text.slice(1)));
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const chances = new Map([...counts].map(([code, count]) => [code, Math.log(count / total)]));
  return (word) => {
    let sum = 0;
    for (let at = 1; at < word.length - 1; at += 1) sum += chances.get(word[at] ?? 0) ?? foreign;
    return sum;
  };
}

function ofLetters(text: string): Language {
  const rows = text.split(' ').map((row) => [row.charCodeAt(0), new Map(pairsOf(row.slice(1)))] as const);
  const known = [...new Set(rows.flatMap(([code, row]) => [code, ...row.keys()]))];
  const size = known.length + 1;
  const places = new Uint8Array(0x1000);
  for (const [at, code] of known.entries()) places[code] = at + 1;
  const counts = new Float64Array(size * size);
  const sums = new Float64Array(size);
  const letterSums = new Float64Array(size);
  for (const [code, row] of rows)
    for (const [next, count] of row) {
      const [from, to] = [places[code] ?? 0, places[next] ?? 0];
      counts[from * size + to] = count;
      sums[from] = (sums[from] ?? 0) + count;
      letterSums[to] = (letterSums[to] ?? 0) + count;
    }
  const total = letterSums.reduce((sum, count) => sum + count, 0);
  const chances = new Float32Array(size * size).map((_, at) => {
    const [from, to] = [Math.floor(at / size), at % size];
    if (to === 0) return foreign;
    const alone = (weightOfLetter * (letterSums[to] ?? 0)) / total;
    return Math.max(foreign, Math.log(((counts[at] ?? 0) + alone) / ((sums[from] ?? 0) + weightOfLetter)));
  });
  return (word) => {
    let sum = 0;
    let from = places[word[0] ?? 0] ?? 0;
    for (let at = 1; at < word.length; at += 1) {
      const to = places[word[at] ?? 0] ?? 0;
      sum += chances[from * size + to] ?? foreign;
      from = to;
    }
    return sum;
  };
}
