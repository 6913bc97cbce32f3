import { memorySource, openSheet, type SheetRow } from '@sluice/sheets';
import { expect, test } from 'vitest';
import { createBatcher } from '../batches/batcher.ts';
import { matchRecords } from '../columns/match-records.ts';
import { settingsOf } from '../testing/plans.ts';
import { planRow } from './plan-row.ts';
import { readingOf, rowSettingsOf } from './sheet-reading.ts';

test('a row becomes the same whatever was planned before it', async () => {
  const lines = [
    'a@example.com,x,',
    'a@example.com,x,',
    'b,x,',
    'c@example.com,y,',
    'd@example.com,x,1/2/2026',
  ];
  const text = ['Email,Kind,Last contact date', ...lines].join('\n');
  const sheet = await openSheet(memorySource(Buffer.from(text)));
  const settings = settingsOf({ rows: { only: { Kind: ['x'] } } });
  const { header } = sheet.facts;
  const reading = readingOf(
    sheet,
    { header, matched: matchRecords(header, settings) },
    { settings, batcher: createBatcher(settings, {}) },
  );
  const rows: SheetRow[] = [];
  for await (const chunk of sheet.rows) rows.push(...chunk);
  const planned = rowSettingsOf(reading)();
  const shown = (row: SheetRow) => {
    const plan = planRow(row, planned);
    if (plan.kind !== 'records') return plan;
    return plan.records.map(({ json, problems }) => [
      json.bytes.toString(),
      problems.map(({ code }) => code),
    ]);
  };
  const inOrder = rows.map(shown);
  expect(rows.toReversed().map(shown).toReversed()).toEqual(inOrder);
  expect(inOrder).toEqual([
    [['{"email":"a@example.com"}', []]],
    [['{"email":"a@example.com"}', []]],
    [['{"email":"b"}', ['not_email']]],
    { kind: 'filtered', by: '"Kind"' },
    { kind: 'unknown', needs: 'formats' },
  ]);
});
