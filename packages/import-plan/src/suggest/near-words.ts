import { dictionary, normalized, type Meaning } from './dictionary.ts';
import { typosBetween } from '@sluice/contract';

/** A shorter name is too near to too many others. */
const shortest = 5;

/** The meanings of the one word from which a name differs by one typo, or by two if it is long. */
export function nearMeanings(
  name: string,
): { readonly word: string; readonly meanings: readonly Meaning[] } | undefined {
  const text = normalized(name);
  if (text.length < shortest || text.length > 40) return undefined;
  const most = text.length < 9 ? 1 : 2;
  for (const [word, meanings] of dictionary()) {
    // A typo leaves one end of a name alone.
    const hasEnd = word[0] === text[0] || word.at(-1) === text.at(-1);
    const isComparable = hasEnd && word.length >= shortest && Math.abs(word.length - text.length) <= most;
    if (isComparable && typosBetween(text, word) <= most) return { word, meanings };
  }
  return undefined;
}

/** The meanings of the longest word that a name contains whole, such as `E-mail` in `E-mail 1 - Value`. */
export function containedMeanings(
  name: string,
): { readonly word: string; readonly meanings: readonly Meaning[] } | undefined {
  const parts = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .map(normalized)
    .filter((part) => part !== '')
    .slice(0, 12);
  for (let length = Math.min(4, parts.length); length > 0; length -= 1) {
    for (let from = 0; from + length <= parts.length; from += 1) {
      const word = parts.slice(from, from + length).join('');
      const meanings = dictionary().get(word);
      if (meanings !== undefined && word.length >= 3) return { word, meanings };
    }
  }
  return undefined;
}
