import { customFieldNamed } from '@sluice/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { previewOf, isSame, type ModelSet } from '../testing/import-model.ts';
import { firstRequest, randomRequest, requestFor } from '../testing/random-requests.ts';
import { startService, type Imported } from '../testing/service.ts';
import { siteRecords } from '../testing/site-records.ts';

async function randomSite() {
  const service = startService();
  const site = await service.newSite();
  const { siteId } = site;
  const { store } = service.services;
  for (const [schema, title, type] of [
    ['interestAccount', 'Colour', 'text'],
    ['issue', 'Weight', 'number'],
  ])
    await service.control('declareCustomField', { siteId, schema, title, type });
  const { fields } = await store.customFields.get(siteId);
  const titles = new Map(
    ['Colour', 'Weight'].map((title) => [`custom.${customFieldNamed(fields, title)?.id}`, title]),
  );
  /** The live records, with the site's own fields by title as in the model. */
  const rows = async () =>
    [...(await siteRecords(store, siteId)).values()]
      .filter(({ deleted }) => !deleted)
      .map(({ kind, id, fields: kept }) => ({
        kind,
        id,
        fields: Object.fromEntries(
          Object.entries(kept).map(([name, value]) => [titles.get(name) ?? name, value]),
        ),
      }));
  const importing = async (recordSets: object[], options: object = {}): Promise<Imported> => {
    service.advance(60_000);
    return service.importAll(site, recordSets, options);
  };
  await importing([...firstRequest]);
  return { rows, importing, records: () => siteRecords(store, siteId) };
}

const outcomesOf = ({ preview }: Imported) =>
  new Map(preview?.outcomes.map(([number, outcome]) => [number, outcome]));

const seen = { created: 0, updated: 0, unchanged: 0, deleted: 0, refused: 0 };

test('a dry run previews what the import does and what the model has: random sites and requests', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(randomRequest, { minLength: 1, maxLength: 5 }), async (sketches) => {
      const { rows, importing, records } = await randomSite();
      for (const sketch of sketches) {
        const sets = requestFor(sketch, await records());
        const before = await rows();
        const { outcomes, refused, rows: previewed } = previewOf(before, sets as ModelSet[]);
        const dry = await importing(sets, { dryRun: true });
        expect(await rows()).toEqual(before);
        const real = await importing(sets);
        seen.refused += refused.size;
        if (refused.size > 0) {
          expect([dry.status, real.status]).toEqual(['invalid', 'invalid']);
          expect(real.errorMessage).toBe(dry.errorMessage);
          expect(await rows()).toEqual(before);
          continue;
        }
        expect([dry.status, real.status]).toEqual(['valid', 'success']);
        expect(outcomesOf(real)).toEqual(outcomes);
        expect(outcomesOf(dry)).toEqual(outcomes);
        expect(real.preview?.diffs).toEqual(dry.preview?.diffs);
        expect(real.preview?.drift).toEqual({ since: dry.importId, records: [], omitted: 0 });
        for (const outcome of outcomes.values()) seen[outcome as 'created'] += 1;
        expectRows(await rows(), previewed, real);
      }
    }),
    { numRuns: 75 },
  );
  // Each outcome did occur.
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(15);
}, 120_000);

type Rows = Awaited<ReturnType<Awaited<ReturnType<typeof randomSite>>['rows']>>;

/** Compares every record field by field. The import's ids replace the model's `new` ids. */
function expectRows(
  rows: Rows,
  previewed: ReturnType<typeof previewOf>['rows'],
  { preview }: Imported,
): void {
  const ids = new Map(preview?.outcomes.map(([number, , id]) => [`new ${number}`, id]));
  const named = (text: string): string => text.replaceAll(/new \d+/g, (mark) => ids.get(mark) ?? mark);
  const there = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row.fields]));
  const expected = new Map(previewed.map(({ kind, id, fields }) => [named(`${kind} ${id}`), fields]));
  expect([...there.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
  for (const [key, fields] of expected) {
    const kept = there.get(key) ?? {};
    const other = [...new Set([...Object.keys(kept), ...Object.keys(fields)])].filter(
      (name) => !isSame(kept[name], fields[name]),
    );
    expect(other, key).toEqual([]);
  }
}
