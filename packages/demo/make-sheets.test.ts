import { readFile } from 'node:fs/promises';
import { planFile, readInboxKey, resolveSettings, type FilePlan } from '@sluice/import-plan';
import { memorySource, openSheet } from '@sluice/sheets';
import { describe, expect, test } from 'vitest';
import { examples, sheets } from './make-sheets.ts';

async function planOf(name: string, folders: string): Promise<FilePlan> {
  const resolved = resolveSettings(readInboxKey(`inbox/${folders}/${name}`));
  if (resolved.kind === 'refused') throw new Error(resolved.reason);
  const bytes = await readFile(new URL(`drop-a-spreadsheet/${name}`, examples));
  return planFile({ open: () => openSheet(memorySource(bytes)), settings: resolved.settings });
}

test.each(Object.entries(sheets))('%s is what its script makes, byte for byte', async (path, make) => {
  const committed = await readFile(new URL(path, examples));
  expect(committed.equals(make())).toBe(true);
});

describe('the examples', () => {
  const none = { failed: 0, filtered: 0, skipped: 0, landedAlready: 0, asExported: 0 };

  test('new-clients.csv: 1,200 clients, all right', async () => {
    const plan = await planOf('new-clients.csv', 'client/email');
    expect(plan.problems).toEqual([]);
    expect(plan.totals).toEqual({ ...none, rows: 1200, records: 1200, batches: 3 });
    expect(plan.sheet).toMatchObject({ encoding: 'utf-8', delimiter: ',', notes: [] });
    // Two blank rows in between.
    expect(plan.batches.at(-1)).toMatchObject({ lastRow: 1203 });
  });

  test('interest-accounts.csv: 1,500 accounts in the dialect of an old system, all right', async () => {
    const plan = await planOf('interest-accounts.csv', 'interestAccount/ownerNumber');
    expect(plan.problems).toEqual([]);
    expect(plan.totals).toEqual({ ...none, rows: 1500, records: 1500, batches: 3 });
    expect(plan.sheet).toMatchObject({ encoding: 'windows-1252', delimiter: ';' });
    expect(plan.firstRows[0]?.cells[0]).toBe('0000417');
  });

  test('clients-with-five-mistakes.csv: 1,000 clients, five of them wrong', async () => {
    const plan = await planOf('clients-with-five-mistakes.csv', 'client/email');
    expect(plan.problems.map(({ row, column }) => [row, column])).toEqual([
      [108, 'E-mail'],
      [333, 'E-mail'],
      [512, 'First Contact Date'],
      [700, 'Is suspended'],
      [941, undefined],
    ]);
    expect(plan.totals).toEqual({ ...none, rows: 1000, records: 995, failed: 5, batches: 0 });
  });

  test('hold what people really type', async () => {
    const text = await readFile(new URL('drop-a-spreadsheet/new-clients.csv', examples), 'utf8');
    expect(text).toMatch(/"[^"]+, [^"]+",/u);
    expect(text).toMatch(/"[^"]+\nc\/o [^"]+"/u);
    expect(text).toMatch(/""\p{L}+""/u);
    expect(text).toMatch(/,0151 496 0/u);
    for (const script of ['Han', 'Hangul', 'Arabic', 'Devanagari', 'Cyrillic', 'Greek', 'Hiragana']) {
      expect(text).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'));
    }
    expect(text.match(/@[a-z.]+/giu)?.every((domain) => /^@example\.(com|org|net)$/iu.test(domain))).toBe(
      true,
    );
  });
});
