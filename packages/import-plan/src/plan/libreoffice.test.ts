import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { memorySource, openSheet } from '@sluice/sheets';
import { writeResultSheet } from '../result-sheet/result-sheet.ts';
import { planText } from '../testing/plans.ts';

const files = ['people-utf-8.csv', 'people-windows-1252.csv', 'people-utf-16.csv', 'people.xlsx'];
const bytesOf = (name: string) => readFile(new URL(`../../corpus/libreoffice/${name}`, import.meta.url));

/** The records as LibreOffice shows them. */
const people = [
  [
    2,
    {
      name: 'Zoë Müller',
      email: 'zoe@example.com',
      homePhone: '0151 2200',
      username: '00123',
      firstContactDate: '2024-12-31',
      lastContactDate: '2025-01-02',
      isSuspended: true,
    },
  ],
  [
    3,
    {
      name: `Björn "the 2nd"; O'Neil, Jr.`,
      email: 'bjoern@example.com',
      homePhone: '+49 89 1234',
      username: '10124',
      firstContactDate: '2024-02-01',
      lastContactDate: '2025-11-30',
      isSuspended: false,
    },
  ],
  [
    5,
    {
      name: 'Renée\nof two lines',
      email: 'renee@example.com',
      homePhone: '000123456789012345',
      username: '007',
      firstContactDate: '1999-03-04',
    },
  ],
];

describe.each(files)('%s, which LibreOffice wrote', (name) => {
  test('plans the records and row numbers that the sheet shows', async () => {
    const { records, problems } = await planText(await bytesOf(name));
    expect(problems).toEqual([]);
    expect(records).toEqual(people);
  });

  test('plans them again from its result sheet', async () => {
    const sheet = await openSheet(memorySource(await bytesOf(name)));
    const pieces: Uint8Array[] = [];
    async function* outcomes() {
      for (const row of [2, 3, 5]) yield { row, status: 'created', recordId: `id${row}` } as const;
    }
    for await (const piece of writeResultSheet({ sheet, outcomes: outcomes() }))
      pieces.push(Buffer.from(piece));
    const again = await planText(Buffer.concat(pieces));
    expect(again.records).toEqual(people);
    expect(again.problems).toEqual([]);
  });
});
