import { SheetError, shownName } from '../model/sheet-error.ts';
import type { FlatObject } from './flat-object.ts';

const example = '`{"name":"Ann","phone":"0151"}`';

export function noObject(row: number, text: string): SheetError {
  const code = /^\s*\[/.test(text) ? 'json_list' : 'not_json_object';
  return new SheetError({ code, example, row });
}

/** Why an object cannot be a row, if so. */
export function faultOfObject(
  row: number,
  { keys, nested, twice }: FlatObject,
  places: ReadonlyMap<string, number>,
): SheetError | undefined {
  if (twice !== undefined) {
    const column = columnOf(twice, places);
    return new SheetError({ code: 'repeated_key', key: shownName(twice), row, column });
  }
  const [first] = nested;
  if (first !== undefined) {
    const column = columnOf(first, places);
    return new SheetError({ code: 'nested_value', key: shownName(first), row, column });
  }
  const stranger = keys.find((name) => !places.has(name));
  if (stranger === undefined) return undefined;
  return new SheetError({ code: 'late_key', key: shownName(stranger), row });
}

function columnOf(name: string, places: ReadonlyMap<string, number>): number | undefined {
  const place = places.get(name);
  return place === undefined ? undefined : place + 1;
}
