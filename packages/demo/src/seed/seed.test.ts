import { statSync } from 'node:fs';
import { join } from 'node:path';
import { checkRecord, customFieldSpec, importSchema } from '@sluice/contract';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { tempDir } from '@sluice/local/testing/temp-dir';
import * as demo from './demo-data.ts';
import { documents } from './demo-documents.ts';
import { openSeedNotes } from './seed.ts';

const sets = [
  demo.roles,
  demo.lists,
  demo.clients,
  demo.interestAccounts,
  ...demo.listItems,
  demo.professionals(['role-1', 'role-2']),
  demo.issues(['client-1', 'client-2']),
  ...demo.otherSite,
];

test('the service accepts every demo record', () => {
  for (const { schema, records } of sets) {
    const known = importSchema(schema);
    if (known === undefined) throw new Error(`${schema} is no schema.`);
    const extra = Object.fromEntries(
      demo.customFields
        .filter((field) => field.schema === known.collection)
        .map((field) => [field.title, customFieldSpec({ ...field, id: 'f1', retired: false })]),
    );
    for (const record of records) expect(checkRecord(known, { ...record }, { extra })).toEqual([]);
  }
});

test('every lookup value is unique in its set', () => {
  for (const { lookup, records } of sets)
    expect(new Set(records.map((record) => record[lookup])).size).toBe(records.length);
});

test('the demo site has what the documentation shows', () => {
  expect(demo.roles.records.length).toBeGreaterThanOrEqual(3);
  expect(demo.lists.records.map(({ name }) => name)).toContain(demo.listName);
  expect(demo.interestAccounts.records).toHaveLength(250);
  const { records: issues } = demo.issues(['client-1']);
  expect(issues.length).toBeGreaterThanOrEqual(20);
  expect(new Set(issues.map(({ open }) => open))).toEqual(new Set([true, false]));
  expect(issues.some(({ requesterId }) => requesterId === 'client-1')).toBe(true);
  expect(issues.every(({ Priority }) => typeof Priority === 'string')).toBe(true);
  expect(documents).toHaveLength(5);
});

test('a finished step is not repeated, and only its owner can read its result', async () => {
  const file = join(tempDir(), 'seed.json');
  const work = vi.fn(async () => 'site-1');
  await openSeedNotes(file).once('site', z.string(), work);
  expect(await openSeedNotes(file).once('site', z.string(), work)).toBe('site-1');
  expect(work).toHaveBeenCalledTimes(1);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
