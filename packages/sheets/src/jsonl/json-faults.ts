import { SheetError } from '../sheet-error.ts';
import type { FlatObject } from './flat-object.ts';

export const flatExpected =
  'one JSON object a line, with texts, numbers, true, false or null as its values: {"name":"Ann","phone":"0151"}';

export function noObject(row: number, text: string): SheetError {
  const isList = /^\s*\[/.test(text);
  const what = isList
    ? 'the line begins a JSON list, not one record'
    : 'the line is not one JSON object: it is cut off, goes on in the next line, or is no JSON';
  return new SheetError({ code: 'json', what, expected: flatExpected, row });
}

/** Why an object cannot be a row, if so. */
export function faultOfObject(
  row: number,
  { keys, nested, twice }: FlatObject,
  places: ReadonlyMap<string, number>,
): SheetError | undefined {
  if (twice !== undefined) {
    const what = `the key ${shown(twice)} comes twice`;
    return new SheetError({
      code: 'key',
      what,
      expected: 'each key once',
      row,
      column: columnOf(twice, places),
    });
  }
  const [first] = nested;
  if (first !== undefined) {
    const what = `the value of ${shown(first)} is a list or an object`;
    return new SheetError({
      code: 'json',
      what,
      expected: flatExpected,
      row,
      column: columnOf(first, places),
    });
  }
  const stranger = keys.find((name) => !places.has(name));
  if (stranger === undefined) return undefined;
  const what = `the key ${shown(stranger)} is in none of the first lines, which define the columns`;
  const expected = 'every key in one of the first lines, with null where there is no value';
  return new SheetError({ code: 'key', what, expected, row });
}

function columnOf(name: string, places: ReadonlyMap<string, number>): number | undefined {
  const place = places.get(name);
  return place === undefined ? undefined : place + 1;
}

/** A key is the name of a column, so it is shown unless it is as long as a text. */
function shown(name: string): string {
  return name.length <= 100 ? JSON.stringify(name) : 'that is longer than 100 characters';
}
