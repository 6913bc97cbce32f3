import { foldCase } from '@sluice/contract';
import { Unfit, type Transform } from './unfit.ts';

/** One space for each run of white space. */
export const trimmed: Transform = (text) => text.replaceAll(/\s+/gu, ' ');
export const lower: Transform = (text) => text.toLowerCase();
export const upper: Transform = (text) => text.toUpperCase();

/** The first letter of each word in capitals, also after a hyphen and in `O'Neil`. */
export const titled: Transform = (text) =>
  text
    .toLowerCase()
    .replaceAll(/(?<=^|[\s\-–/(.])(?:[od]['’])?\p{L}/gu, (beginning) => beginning.toUpperCase());

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
  (text) =>
    text.split(sign).join(by);

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

/** How many values of a map a message shows. */
const valuesShown = 12;

/** Values by the texts that people write, in any case. @throws Error for a text that is there twice */
export function mapped(map: Readonly<Record<string, string>>): Transform {
  const values = new Map(Object.entries(map).map(([from, to]) => [foldCase(from), to]));
  if (values.size < Object.keys(map).length) throw new Error('it has a text twice, in another case');
  const known = Object.keys(map).map((from) => `"${from}"`);
  const more = known.length > valuesShown ? ` and ${known.length - valuesShown} more` : '';
  const expected = `one of ${known.slice(0, valuesShown).join(', ')}${more}`;
  return (text) => values.get(text) ?? values.get(foldCase(text)) ?? new Unfit(expected, text);
}
