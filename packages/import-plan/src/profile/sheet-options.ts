import { fieldNamed, foldName } from '@sluice/contract';
import type { SheetOptions } from '@sluice/sheets';
import { readByExpressions } from './read-by-expressions.ts';
import type { Settings } from './settings.ts';

/** How a sheet is opened under these settings: with the names that show which row is its header. */
export function sheetOptionsOf(settings: Settings): SheetOptions {
  const { reading, schema, filter, ignored } = settings;
  const records = [settings, ...settings.also];
  const columns = new Set(records.flatMap((record) => [...record.columns.keys()]));
  const joins = records.flatMap((record) => record.joins);
  const others = [
    ...joins.flatMap(({ headers }) => headers),
    ...filter.map(({ header }) => header),
    ...readByExpressions(settings),
  ];
  const read = new Set(others.map(foldName));
  const knows = (name: string): boolean => {
    const folded = foldName(name);
    if (folded === '') return false;
    const isNamed = columns.has(folded) || read.has(folded) || ignored.has(folded);
    return isNamed || fieldNamed(schema, name) !== undefined;
  };
  return { ...reading, knows };
}
