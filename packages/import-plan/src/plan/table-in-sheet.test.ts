import { memorySource, openSheet, SheetError } from '@sluice/sheets';
import { describe, expect, test } from 'vitest';
import { sheetOptionsOf } from '../profile/sheet-options.ts';
import { writeResultSheet } from '../result-sheet/result-sheet.ts';
import { planText, settingsOf } from '../testing/plans.ts';
import { understood } from '../model/plan-notes.ts';

const ann = { name: 'Ann', email: 'ann@example.com' };
const bob = { name: 'Bob', email: 'bob@example.com' };

describe('a sheet with more than its table', () => {
  test('is planned without a profile, and the notes name the header and every row that is left out', async () => {
    const text = [
      'Clients of March,,',
      'Date:,2026-03-31,',
      ',,',
      'Person,,Address',
      'Name,E-mail,Home phone',
      'Ann,ann@example.com,031 1',
      'Bob,bob@example.com,031 2',
      ',,',
      '* without former clients,,',
    ].join('\n');
    const { records, totals } = await planText(text);
    expect(records).toEqual([
      [6, { ...ann, homePhone: '031 1' }],
      [7, { ...bob, homePhone: '031 2' }],
    ]);
    expect(understood(totals.facts)).toMatch(/with the header in row 5 \(.*names of fields.*\)\.$/u);
    expect(totals.notes).toContain(
      'Left out: a title above the header (rows 1 to 2 and 4), a note below the data (row 9).',
    );
  });

  test('is planned with the header that names of fields show', async () => {
    const { records } = await planText('a,b\nName,E-mail\nAnn,ann@example.com\nBob,bob@example.com\n');
    expect(records).toEqual([
      [3, ann],
      [4, bob],
    ]);
  });

  test('names many left-out rows in groups', async () => {
    const pages = Array.from({ length: 30 }, (_, at) => `Name,E-mail\nP${at},p${at}@example.com\n`);
    const { totals } = await planText(pages.join(''));
    expect(totals).toMatchObject({ rows: 30, records: 30 });
    expect(totals.notes.at(-1)).toMatch(/^Left out: the header again \(rows 3, 5, .*, 41 and 9 more\)\.$/u);
  });

  test('is refused where that is not certain, with the settings that decide it', async () => {
    const text = 'Name,E-mail,Home phone\nAnn,ann@example.com,031 1\nTotal,,1\n';
    await expect(planText(text)).rejects.toThrow(SheetError);
    const plan = (totals: string) => planText(text, { settings: settingsOf({ reading: { totals } }) });
    expect((await plan('skip')).totals).toMatchObject({ rows: 1, failed: 0 });
    expect((await plan('keep')).totals).toMatchObject({ rows: 2, failed: 1 });
  });
});

test('a sheet without a header is read with the names of the profile, and so is its result sheet', async () => {
  const settings = settingsOf({ reading: { columns: ['Name', 'E-mail'] } });
  const drop = Buffer.from('Ann,ann@example.com\nBob,bob@example.com\n');
  expect((await planText(drop, { settings })).records).toEqual([
    [1, ann],
    [2, bob],
  ]);
  async function* outcomes() {
    for (const row of [1, 2]) yield { row, status: 'created', recordId: `id${row}` } as const;
  }
  const sheet = await openSheet(memorySource(drop), sheetOptionsOf(settings));
  const pieces: Uint8Array[] = [];
  for await (const piece of writeResultSheet({ sheet, outcomes: outcomes() }))
    pieces.push(Buffer.from(piece));
  const result = Buffer.concat(pieces);
  expect(result.toString()).toContain(
    '"Name","E-mail","Status","Reason","Record id","Reason code","Reference"\r\n"Ann",',
  );
  expect((await planText(result, { settings })).records).toEqual([
    [2, ann],
    [3, bob],
  ]);
});
