import { deepEqual } from 'node:assert/strict';
import { keysOf, type Caller, type Fields } from '../caller.ts';
import { holds, type Case } from '../case.ts';

/** All of them; by the interface alone, empty ones may be left out. */
export const allFields = (
  { ours }: Pick<Caller, 'ours'>,
  record: Fields = {},
  names: readonly string[],
): void => deepEqual(keysOf(record), names.filter((name) => ours || name in record).toSorted());

/** A case for each field: each read that asks for this field alone answers only this field. */
export const eachField = (
  rule: string,
  names: readonly string[],
  title: (name: string) => string,
  read: (site: Caller, fields: string[]) => Promise<Fields[]>,
): Case[] =>
  names.map((name) =>
    holds(rule, title(name), async (site) => {
      const [first = {}, ...others] = await read(site, [name]);
      allFields(site, first, [name]);
      for (const other of others) deepEqual(other, first);
    }),
  );
