import { choicesText, foldCase, reasonOf } from '@sluice/contract';
import { ownText } from '@sluice/sheets';
import { mostMade, tooLong, Unfit, type Transform } from './unfit.ts';

/** One space for each run of white space. */
export const trimmed: Transform = (text) =>
  // Most texts have single spaces alone, which this sees in a fifth of the time.
  /[^\S ]|\s\s/u.test(text) ? text.replaceAll(/\s+/gu, ' ') : text;
export const lower: Transform = (text) => text.toLowerCase();
export const upper: Transform = (text) => text.toUpperCase();

/**
 * The first letter of each word in capitals, also after a hyphen and in `O'Neil`. Words in both cases, such as `McDonald`, and small
 * ones beside them, such as `von`, are as somebody meant them.
 */
export const titled: Transform = (text) => {
  const isSmall = text === text.toLowerCase();
  return text.replaceAll(/\S+/gu, (word) =>
    isSmall || word === word.toUpperCase()
      ? oneDot(word.toLowerCase().replaceAll(beginnings, capitals))
      : word,
  );
};

/** A Turkish `İ` in small letters is an `i` with a second dot. */
const oneDot = (text: string): string => text.replaceAll('I\u0307', 'İ').replaceAll('i\u0307', 'i');

/** With the sign before it, which has no capital. */
const beginnings = /(?:^|[\s\-–/(.])(?:[od]['’])?\p{L}/gu;
const capitals = (beginning: string): string => {
  const capital = beginning.toUpperCase();
  // `ß` would become two letters.
  return capital.length === beginning.length ? capital : beginning;
};

export const before =
  (sign: string): Transform =>
  (text) => {
    const at = text.indexOf(sign);
    return at < 0 ? text : text.slice(0, at);
  };

export const after =
  (sign: string): Transform =>
  (text) => {
    const at = text.indexOf(sign);
    return at < 0 ? '' : text.slice(at + sign.length);
  };

export const replaced =
  (sign: string, by: string): Transform =>
  (text) => {
    if (!text.includes(sign)) return text;
    const parts = text.split(sign);
    const length = text.length + (parts.length - 1) * (by.length - sign.length);
    return length > mostMade ? tooLong(text) : parts.join(by);
  };

/** A range from the first to the last of the parts that are taken; places count from 1, or from the end as -1. */
export function partAt(sign: string, [from, to]: readonly [number, number]): Transform {
  const isSpace = sign.trim() === '';
  return (text) => {
    const parts = isSpace ? text.split(/\s/u).filter((word) => word !== '') : text.split(sign);
    const indexOf = (place: number) => (place < 0 ? parts.length + place : place - 1);
    const first = Math.max(indexOf(from), 0);
    // A single place before the first part has no part.
    return indexOf(to) < 0 ? '' : parts.slice(first, indexOf(to) + 1).join(isSpace ? ' ' : sign);
  };
}

const remembered = { texts: 1000, length: 100 };

/** Values by the texts that people write, in any case. @throws Error for a text that is there twice */
export function mapped(map: Readonly<Record<string, string>>): Transform {
  const values = new Map(Object.entries(map).map(([from, to]) => [foldCase(from), to]));
  if (values.size < Object.keys(map).length) throw new Error('it has a text twice, in another case');
  const reason = reasonOf('not_in_map', { values: choicesText(Object.keys(map)) });
  // Folding takes longer than all else, and a column has few texts.
  const met = new Map<string, string | undefined>();
  const valueOf = (text: string): string | undefined => {
    if (met.has(text)) return met.get(text);
    const value = values.get(foldCase(text));
    if (met.size < remembered.texts && text.length <= remembered.length) met.set(ownText(text), value);
    return value;
  };
  return (text) => valueOf(text) ?? new Unfit(reason, text);
}
