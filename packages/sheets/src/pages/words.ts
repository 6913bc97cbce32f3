import { edge } from './languages.ts';
import { missing } from './page-text.ts';

/** A piece of text as words, and how unusual its signs and capitals are. */
export interface Words {
  /** Each with its edges, in small letters. */
  readonly words: readonly (readonly number[])[];
  /** A logarithm of a chance, as those of the words. */
  readonly signs: number;
}

const usual = -5;
const unusual = -9;
const odd = -13;
const none = -25;

/** How usual signs beyond ASCII are behind and before a letter. */
const signs: readonly (readonly [signs: RegExp, behind: number, before: number])[] = [
  [/[\u00a0\u05be\u05f3\u05f4\u3000-\u303f\uff00-\uff60]/u, usual, usual],
  [/[“«‹]/u, unusual, usual],
  [/[»›]/u, usual, unusual],
  [/[„‚¡¿]/u, odd, usual],
  [/”/u, usual, odd],
  [/…/u, unusual, odd],
  [/[–—•]/u, unusual, unusual],
  [/[€£§©®™½¼¾µ±×№°ºª²³]/u, odd, odd],
];

function signChance(before: string, sign: string, after: string): number {
  const [isBehind, isBefore] = [isLetter(before), isLetter(after)];
  if (sign === missing) return none;
  if (sign === '·' && before === after && /l/iu.test(before)) return usual;
  if (/[°ºª]/u.test(sign) && /[NnMDSCTPJ]/u.test(before)) return usual;
  if (/[²³]/u.test(sign) && before === 'm') return usual;
  if (/[’‘´]/u.test(sign)) return isBehind || !isBefore ? usual : unusual;
  const [, behind, ahead] = signs.find(([those]) => those.test(sign)) ?? [];
  return Math.min(
    behind === undefined ? odd : usual,
    isBehind ? (behind ?? odd) : usual,
    isBefore ? (ahead ?? odd) : usual,
  );
}

/** From here on are the letters of China, Japan and Korea. */
const eastern = 0x2e80;

/** `text` has no line break. ASCII signs count as far as they can be half a character. */
export function wordsOf(text: string): Words {
  const words: number[][] = [];
  let word: number[] | undefined;
  let chance = 0;
  let isAfterSmall = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const code = character.charCodeAt(0);
    const kind = kindOf(code);
    if (kind === 0) {
      word?.push(edge);
      [word, isAfterSmall] = [undefined, false];
      if (code > 0x7f) chance += signChance(text.charAt(at - 1), character, text.charAt(at + 1));
      else if (code > 0x39) chance += usual;
      continue;
    }
    if (word === undefined) words.push((word = [edge]));
    const isSmall = kind === code;
    // `JosÈ`, and `Lo鎍`.
    if (isAfterSmall && !isSmall) chance += usual;
    if (at > 0 && isLetter(text.charAt(at - 1)) && code > eastern !== text.charCodeAt(at - 1) > eastern)
      chance += usual;
    isAfterSmall = isSmall && code < eastern;
    word.push(kind);
  }
  word?.push(edge);
  return { words, signs: chance };
}

/** The small letter of each letter, and 0 for a sign; filled when needed. */
const kinds = new Int32Array(0x1_00_00).fill(-1);

function kindOf(code: number): number {
  const known = kinds[code] ?? 0;
  if (known >= 0) return known;
  const character = String.fromCharCode(code);
  const isWord = /[\p{L}\p{M}]/u.test(character) && !/[ªº\uff61-\uff9f]/u.test(character);
  return (kinds[code] = isWord ? smallOf(character) : 0);
}

const isLetter = (character: string): boolean => character !== '' && kindOf(character.charCodeAt(0)) !== 0;

/** Of both small sigmas the one that is not at the end. */
const smallOf = (character: string): number =>
  (character === 'ς' ? 'σ' : character.toLowerCase()).charCodeAt(0);
