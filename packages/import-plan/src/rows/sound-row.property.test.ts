import { checkRecord } from '@sluice/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchColumns } from '../columns/match-columns.ts';
import { settingsOf } from '../testing/plans.ts';
import { rowReader } from './read-row.ts';
import { RecordJson } from './record-json.ts';
import { soundRowReader } from './sound-row.ts';

const cell = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', ' ', 'Ann', '"', 'a"b\\', 'x\ny', '\u001f', '\ud800', 'é', '#N/A', '1.23E+11', '0123'),
);
const row = fc.tuple(
  fc.oneof(cell, fc.constantFrom('a@example.com', ' B@example.com ')),
  cell,
  cell,
  fc.constantFrom('yes', 'no', '', 'perhaps'),
);
const header = ['E-mail', 'Name', 'Cell Phone', 'Is suspended'];

test('the JSON of a sound row is that of its record, and such a row has no problem', () => {
  let sound = 0;
  for (const profile of [{}, { constants: { langCode: 'de' } }, { blanks: { cellPhone: 'clear' } }]) {
    const settings = settingsOf(profile);
    const place = { columns: matchColumns(header, settings), recordBytes: 100 };
    const readSound = soundRowReader(settings, place);
    const read = rowReader(settings, place);
    const written = new RecordJson();
    fc.assert(
      fc.property(row, (cells) => {
        if (!readSound({ cells }, written)) return;
        const json = written.bytes.toString();
        sound += 1;
        const { problems, fields } = read({ number: 1, cells });
        expect(problems).toEqual([]);
        const record: Record<string, unknown> = JSON.parse(json);
        expect(JSON.stringify(record)).toBe(json);
        expect(Buffer.byteLength(json)).toBeLessThanOrEqual(100);
        expect(checkRecord(settings.schema, record, { lookup: settings.lookup })).toEqual([]);
        for (const [field, value] of Object.entries(record))
          expect(fields.valueOf(field, { cells }) ?? null).toEqual(value);
      }),
      { numRuns: 1000 },
    );
  }
  expect(sound).toBeGreaterThan(100);
});
