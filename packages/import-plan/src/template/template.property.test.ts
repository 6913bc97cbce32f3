import { importableSchemas, importSchema, type FieldSpec } from '@sluice/contract';
import { formats, guardedText, memorySource, openSheet, type SheetFormat } from '@sluice/sheets';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { planText, settingsOf } from '../testing/plans.ts';
import { exampleOf } from './example.ts';
import { templateColumns } from './template-columns.ts';
import { writeTemplate } from './write-template.ts';

async function bytesOf(pieces: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece));
  return Buffer.concat(all);
}

/** The template as a person fills it in: the same file with rows below its header. */
async function filledIn(
  template: Buffer,
  format: SheetFormat,
  rows: readonly (readonly string[])[],
): Promise<Buffer> {
  if (format === 'csv') {
    const lines = rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','));
    return Buffer.concat([template, Buffer.from(`${lines.join('\r\n')}\r\n`)]);
  }
  const problems = () => undefined;
  const { facts } = await openSheet(memorySource(template), { headerRow: 1, onProblem: problems });
  const numbered = rows.map((cells, at) => ({
    number: facts.headerRow + 1 + at,
    cells: cells.map(guardedText),
  }));
  const table = {
    ...facts,
    rows: (async function* () {
      yield numbered;
    })(),
  };
  return bytesOf(formats[format].write(table));
}

const text = fc
  .string({ unit: fc.constantFrom(...'abcdeé ,;-1'), minLength: 1, maxLength: 12 })
  .map((raw) => `x${raw.trim()}`);
const cellOf = (field: string, spec: FieldSpec): fc.Arbitrary<string> => {
  if (spec.type === 'boolean') return fc.constantFrom('yes', 'no', '');
  if (spec.type === 'date') return fc.constantFrom('2026-01-31', '2025-12-01', '2024-02-29T09:30:00Z', '');
  if (spec.type === 'text' && field !== 'email') return text;
  return fc.constantFrom(exampleOf(field, spec), '');
};
const isNeeded = (field: string, lookup: string, spec: FieldSpec) =>
  field === lookup || spec.required === true;

const schemas = [...importableSchemas.map(({ name }) => name), 'ListItem.Counties'];
const cases = schemas.flatMap((schema) =>
  (importSchema(schema)?.lookups ?? []).map((lookup) => [schema, lookup] as const),
);

test.each(cases)('a template of %s by %s that nobody filled in has no rows', async (schema, lookup) => {
  const settings = settingsOf({ schema, lookup });
  for (const format of ['csv', 'xlsx'] as const) {
    const template = await bytesOf(writeTemplate(settings, format));
    await expect(planText(template, { settings })).rejects.toMatchObject({ code: 'no_rows' });
  }
});

test.each(cases)(
  'a template of %s by %s can be filled in and planned without problems',
  async (schema, lookup) => {
    const settings = settingsOf({ schema, lookup });
    const columns = templateColumns(settings);
    const specs = columns.map(({ field = '' }) => [field, settings.schema.fields[field]] as const);
    const row = fc.tuple(
      ...specs.map(([field, spec]) => (spec === undefined ? fc.constant('') : cellOf(field, spec))),
      fc.nat(),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 5 }),
        fc.constantFrom<SheetFormat>('csv', 'xlsx'),
        async (raw, format) => {
          const rows = raw.map((cells, at) =>
            cells.slice(0, -1).map((cell, place) => {
              const [field, spec] = specs[place] ?? ['', undefined];
              if (field === lookup) return spec?.type === 'email' ? `a${at}@example.com` : `n${at}${cell}`;
              return spec && isNeeded(field, lookup, spec) && cell === ''
                ? exampleOf(field, spec)
                : String(cell);
            }),
          );
          const template = await bytesOf(writeTemplate(settings, format));
          const { problems, records, totals } = await planText(await filledIn(template, format, rows), {
            settings,
          });
          expect(problems).toEqual([]);
          expect(totals.rows).toBe(rows.length);
          expect(records).toHaveLength(rows.length);
        },
      ),
      { numRuns: 4 },
    );
  },
);
