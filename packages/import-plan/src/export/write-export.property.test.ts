import { sameValue, type FieldSpec } from '@sluice/contract';
import type { SheetFormat } from '@sluice/sheets';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { planText, settingsOf } from '../testing/plans.ts';
import { exampleOf } from '../template/example.ts';
import { writeExport } from './write-export.ts';

const source = { id: '1', target: 'https://service.test' };
const text = fc
  .string({ unit: fc.constantFrom(...`aé=+-@;, "'\n|ß1`), maxLength: 8 })
  .map((raw) => `x${raw}`);
const risky = fc.constantFrom(
  '=1+1',
  '+49 151 1',
  '-5 Elm',
  '@home',
  "'tis",
  "'=x",
  '007',
  '2026-01-02',
  'yes',
);

function valueOf(spec: FieldSpec, field: string): fc.Arbitrary<unknown> {
  switch (spec.type) {
    case 'boolean':
      return fc.boolean();
    case 'date':
      return fc
        .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString());
    case 'textList':
    case 'idList':
      return fc.array(fc.constantFrom('one', 'two;three', ' four', '5'), { maxLength: 3 });
    case 'text':
    case 'phone':
      return fc.oneof(text, risky);
    default:
      return fc.constant(exampleOf(field, spec));
  }
}

test.each([
  ['client', 'id'],
  ['client', 'email'],
  ['professional', 'id'],
  ['interestAccount', 'ownerNumber'],
  ['issue', 'identifier'],
  ['role', 'id'],
])(
  'an export of %s by %s that is dropped unchanged sends nothing, and has the values of the records (invariant 25)',
  async (schema, lookup) => {
    const settings = settingsOf({ schema, lookup });
    const { fields } = settings.schema;
    const record = fc.record(
      Object.fromEntries(
        Object.entries(fields).map(([field, spec]) => [
          field,
          spec.required === true ? valueOf(spec, field) : fc.option(valueOf(spec, field)),
        ]),
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 1, maxLength: 4 }),
        fc.constantFrom<SheetFormat>('csv', 'xlsx'),
        async (raw, format) => {
          const stored = raw.map((one, at) => ({
            ...one,
            id: `id${at}`,
            [lookup]: lookup === 'email' ? `a${at}@x.org` : `n${at}`,
          }));
          const totals = { rows: 0, leftOut: 0, blank: 0 };
          const records = (async function* () {
            yield stored;
          })();
          const pieces: Buffer[] = [];
          for await (const piece of writeExport({ source, settings, format, records, totals }))
            pieces.push(Buffer.from(piece));
          const unchanged = await planText(Buffer.concat(pieces), { settings, target: source.target });
          expect(unchanged.problems).toEqual([]);
          expect(unchanged.asExported).toHaveLength(stored.length);
          // Of another system each row is like any other.
          const planned = await planText(Buffer.concat(pieces), { settings, target: 'https://other.test' });
          expect(planned.problems).toEqual([]);
          expect(planned.records).toHaveLength(stored.length);
          for (const [row, sent] of planned.records as [number, Record<string, unknown>][])
            for (const [field, value] of Object.entries(sent)) {
              const spec = fields[field];
              const known: Readonly<Record<string, unknown>> = stored[row - 2] ?? {};
              expect(
                spec && sameValue(spec, known[field], value),
                `${field} ${JSON.stringify([known[field], value])}`,
              ).toBe(true);
            }
        },
      ),
      { numRuns: 15 },
    );
  },
);

test('records without the lookup are left out, and values that no cell can hold are blank', async () => {
  const settings = settingsOf({ schema: 'issue', lookup: 'identifier' });
  const totals = { rows: 0, leftOut: 0, blank: 0 };
  const records = (async function* () {
    yield [
      { id: 'a', identifier: null, title: 'x' },
      { id: 'b', identifier: 'I-1', title: 'y', ownerNumbers: ['1;2'] },
    ];
  })();
  let written = '';
  for await (const piece of writeExport({ source, settings, format: 'csv', records, totals }))
    written += piece;
  expect(totals).toEqual({ rows: 1, leftOut: 1, blank: 1 });
  expect(written).toContain('"I-1","y","","","","","","","exported","","b"');
});
