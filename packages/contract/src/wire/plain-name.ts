import { inForm } from './unicode-form.ts';

/** Those in which languages are written today, as Unicode recommends for names (UAX 31, table 5). */
const scripts = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Hebrew', 'Arabic', 'Thaana', 'Devanagari', 'Bengali'],
  ...['Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Thai', 'Lao'],
  ...[
    'Tibetan',
    'Myanmar',
    'Georgian',
    'Ethiopic',
    'Khmer',
    'Hangul',
    'Bopomofo',
    'Hiragana',
    'Katakana',
    'Han',
  ],
];
/** Scripts that one text mixes: Japanese, Chinese and Korean, also with Latin words (UTS 39, highly restrictive). */
const mixed = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];
const lettersOf = scripts.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const);

/** Everything but these: fillers that count as letters, the blank of Braille, and what looks like a slash. */
const notPlain =
  /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|\p{Default_Ignorable_Code_Point}|[\u2800\u2044\u2215\u29f8\u2571\u0337\u0338]/u;

/** Why a new name could be taken for another one, or seen only in part; undefined if it is plain. It ends a sentence. */
export function whyNotPlain(name: string): string | undefined {
  const [hidden] = notPlain.exec(name) ?? [];
  if (hidden !== undefined) return `expected visible characters, without ${codeOf(hidden)}`;
  const usual = inForm(name, 'NFKC');
  if (name !== usual) return `expected the usual form of its characters: ${usual}`;
  if (name !== name.trim() || name.includes('  ')) return 'expected single spaces, between words only';
  const letters = name.match(/\p{L}/gu) ?? [];
  const unknown = letters.find(
    (one) => !/[\p{Script=Common}\p{Script=Inherited}]/u.test(one) && scriptOf(one) === undefined,
  );
  if (unknown !== undefined) return `expected letters of a language of today, without ${codeOf(unknown)}`;
  const used = lettersOf.flatMap(([script, pattern]) => (pattern.test(name) ? [script] : []));
  if (used.length < 2 || mixed.some((group) => used.every((one) => group.includes(one)))) return undefined;
  return `expected letters of one script, not of ${used.join(' and ')}`;
}

const scriptOf = (letter: string) => lettersOf.find(([, pattern]) => pattern.test(letter));
const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Characters of the first text look like those of the second. */
const alike = [
  ['АВЕКМНОРСТУХІЈЅаеоркстухіјѕԁһᴠԝ', 'ABEKMHOPCTYXIJSaeopkctyxijsdhvw'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυ', 'ABEZHIKMNOPTYXaiknoptu'],
  ['01|‐‑‒–—−’‘', "OII------''"],
] as const;
const lookOf = new Map(alike.flatMap(([from, to]) => [...from].map((one, at) => [one, to[at] ?? one])));

/** Whether a person could take one name for the other. */
export function isAlike(one: string, other: string): boolean {
  return looksOf(one).some((look) => looksOf(other).includes(look));
}

/** As it looks, by case and without: a capital I and a small l are alike only by case. */
function looksOf(name: string): string[] {
  const plain = [...inForm(name, 'NFKC')].map((one) => lookOf.get(one) ?? one).join('');
  return [plain, plain.replaceAll('I', 'l')].map((one) =>
    one.toLowerCase().replaceAll('rn', 'm').replaceAll('vv', 'w'),
  );
}
