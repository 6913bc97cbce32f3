import { deepEqual } from 'node:assert/strict';
import { keysOf, type Caller, type Fields } from '../caller.ts';
import { holds, type Case } from '../case.ts';

export const allFields = (record: Fields = {}, names: readonly string[]): void =>
  deepEqual(keysOf(record), names.toSorted());

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
      deepEqual(Object.keys(first), [name]);
      for (const other of others) deepEqual(other, first);
    }),
  );
