/**
 * Whether a text is one that its reader understands: the reader drops sheets, runs migrations or audits, and did not write
 * the code. Mails, reasons and the command line are held to it by their tests.
 */

/** Words for those who work on the code, each with what to write instead. They may be in commands and in `code`. */
export const jargon: readonly (readonly [word: string, instead: string])[] = [
  // Words of the code.
  ['before-image', 'the values before'],
  ['byte-equal', 'identical'],
  ['dead letters?', 'failed messages'],
  ['dead-letter queue', 'failed messages'],
  ['enum', 'one of'],
  ['idempotent', 'safe to repeat'],
  ['invariants?', 'say what holds'],
  ['lanes?', 'say which run it waits for'],
  ['ledger', 'history'],
  ['malformed', 'say what is wrong with it'],
  ['NFKC', 'leave it out'],
  ['notAttempted', 'not attempted'],
  ['null', 'empty'],
  ['nullish', 'empty'],
  ['parsed?', 'read'],
  ['parsing', 'reading'],
  ['payload', 'content'],
  ['poison(?:ed)?', 'unreadable'],
  ['polled', 'asked for'],
  ['quiet period', 'say how long it waits, and why'],
  ['ragged', 'say how many cells the row has'],
  ['record sets?', 'records'],
  ['redrives?', 'retry'],
  ['regexp?', 'pattern'],
  ['sha-?256', 'fingerprint'],
  ['submissions?', 'batch, or import'],
  ['twins?', 'duplicate, or identical row'],
  ['upserts?', 'create or update'],
  // What libraries say.
  ['Invalid input', 'say what was expected'],
  ['Invalid (?:ISO|UUID|email address|string|option|type|key|element)', 'say what was expected'],
  ['received (?:string|number|undefined|array|object|boolean|null)', 'show the value'],
  [
    '(?:expected|Expected|an?) (?:string|boolean|array|int|nonoptional)',
    'text, yes or no, list, whole number',
  ],
  ['Unrecognized keys?', 'say which name is unknown, and which are known'],
  ['(?:ENOENT|EACCES|EPIPE|ECONNREFUSED|ECONNRESET|EISDIR)', 'say what could not be done'],
  ['(?:Type|Syntax|Range|Reference)Error', 'say what went wrong'],
  // What the house once said.
  ['(?:is|are|was|were|be) told', 'notified, informed'],
  ['tells? of', 'name, report'],
  ['hears?', 'is notified'],
  ['fore(?:tell|tells|told)', 'preview'],
  ['shall(?: not)?', 'approve, refuse'],
  ['parted by', 'separated by'],
  ['of (?:which|whom) nobody', 'unknown'],
  ['look through', 'check'],
  ['what became of', 'the outcome of'],
  ['what (?:would|will) become of', 'what would happen to'],
  ['where it stands', 'its status'],
  ['a start meanwhile', 'another start'],
  ['unless it was meant', 'if you meant it'],
  ['is seen to be', 'is'],
  ['a text of at most', 'at most … characters'],
  ['since (?:no|a|the) (?:record|new one|records)', 'a sentence of its own'],
];

const longestSentence = 25;

/** Everything in the text that a reader stumbles over, each with the place; empty if there is nothing. */
export function wordingProblems(text: string): string[] {
  const prose = withoutCode(text);
  return [
    ...jargonIn(prose),
    ...longSentences(prose),
    ...unfilledPlaces(text),
    ...wrongPlurals(prose),
    ...cutWords(prose),
    ...wrongMarks(prose),
  ];
}

/** Commands, addresses and `code` count as one word each, and what they hold is not looked at. */
function withoutCode(text: string): string {
  return text
    .replaceAll(/`[^`\n]*`/gu, 'CODE')
    .split('\n')
    .map((line) => (/^(?:npx )?sluice /u.test(line.trim()) ? 'CODE' : line))
    .join('\n')
    .replaceAll(/\b(?:https?|s3|arn):\S+/gu, 'CODE');
}

const jargonPatterns = jargon.map(
  ([word, instead]) => [new RegExp(`(?<![\\w-])(?:${word})(?![\\w-])`, 'iu'), instead] as const,
);

function jargonIn(text: string): string[] {
  return jargonPatterns.flatMap(([pattern, instead]) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined ? [] : [`jargon: "${found}"; write: ${instead}`];
  });
}

/** A line ends a sentence, and so does a point that white space follows. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?]["')\]]?)\s+|\n/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

function longSentences(text: string): string[] {
  return sentencesOf(text).flatMap((sentence) => {
    const words = sentence.split(' ').filter((part) => /[\p{L}\p{N}]/u.test(part)).length;
    return words > longestSentence ? [`${words} words in a sentence: "${sentence}"`] : [];
  });
}

const unfilled = /\$\{|\{\{|\bundefined\b|\[object\b|\bNaN\b|\bInvalid Date\b|%[sd]\b/u;

function unfilledPlaces(text: string): string[] {
  const found = unfilled.exec(text)?.[0];
  return found === undefined ? [] : [`unfilled place: "${found}"`];
}

const nouns =
  'approval|attempt|batch|byte|cell|change|character|column|copy|day|digit|duplicate|entry|error|event|field|file|folder|' +
  'hour|import|item|line|list|mail|minute|month|page|place|problem|record|row|run|second|sheet|step|time|try|value|' +
  'warning|way|week|word|year';
const plurals = nouns
  .split('|')
  .map((noun) => (/(?:tch)$/u.test(noun) ? `${noun}es` : noun.replace(/([^aeiou])y$/u, '$1ie') + 's'))
  .join('|');
/** In "record 2 row" the number belongs to the noun before it. */
const number = String.raw`(?<![\w.,:/#-])(?<!\b(?:${nouns}|${plurals}|to|and) )`;
const pluralFaults = [
  new RegExp(`${number}1 (?:${plurals})\\b`, 'iu'),
  new RegExp(`${number}(?:0|[2-9]|\\d[\\d,.]*\\d) (?:${nouns})\\b(?!-)`, 'iu'),
  new RegExp(`${number}1 (?:${nouns}) (?:are|were|have)\\b`, 'iu'),
  // In "1 of the 3 rows has" one row has it.
  new RegExp(
    `(?<!\\b1 of (?:the )?)${number}(?:0|[2-9]|\\d[\\d,.]*\\d) (?:${plurals}) (?:is|was|has)\\b`,
    'iu',
  ),
  /\p{L}\(e?s\)/u,
];

function wrongPlurals(text: string): string[] {
  return pluralFaults.flatMap((pattern) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined ? [] : [`wrong number: "${found}"`];
  });
}

/** What is left out is marked by a space and "…"; right after a letter the mark cuts a word, unless it is too long to keep. */
function cutWords(text: string): string[] {
  const found = /(?<![^\s"'(])\p{L}{1,24}…/u.exec(text)?.[0];
  return found === undefined ? [] : [`cut inside a word: "${found}"`];
}

function wrongMarks(text: string): string[] {
  const found = /[\p{L}\p{N}"`)]\.\.(?![./])|\s[,;](?=\s)|\s\.(?=\s|$)|[:;,]\.|;;|\. ,|\(\)/u.exec(text)?.[0];
  return found === undefined ? [] : [`wrong punctuation: "${found}"`];
}
