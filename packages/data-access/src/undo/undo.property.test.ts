import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dyingAt } from '../testing/dying.ts';
import { firstRequest, randomRequest, requestFor, type Sketch } from '../testing/random-requests.ts';
import { notAsBefore, siteRecords } from '../testing/site-records.ts';
import { undoingSite, wrapped, type UndoingSite } from '../testing/undoing.ts';
import { runImport } from '../engine/run-import.ts';

async function randomSite(): Promise<UndoingSite> {
  const its = await undoingSite();
  const { siteId } = its.site;
  const declare = (field: object) => its.service.control('declareCustomField', { siteId, ...field });
  await declare({ schema: 'interestAccount', title: 'Colour', type: 'text' });
  await declare({ schema: 'issue', title: 'Weight', type: 'number' });
  await importing(its, firstRequest);
  return its;
}

const recordsOf = ({ service, site }: UndoingSite) => siteRecords(service.services.store, site.siteId);

/** Imports to the end, though its worker may die. Returns the id, or undefined for a refused request. */
async function importing(its: UndoingSite, sketch: Sketch, dies = Infinity): Promise<string | undefined> {
  const { service, site } = its;
  service.advance(60_000);
  await service.call('import', site, { recordSets: requestFor(sketch, await recordsOf(its)) });
  const message = service.messages.shift();
  if (!message) return undefined;
  await runImport(message, wrapped(service, dyingAt(dies).over)).catch(() => undefined);
  service.advance(120_000);
  await runImport(message, service.services);
  const { status } = await service.status(site, message.importId);
  return status === 'success' || status === 'error' ? message.importId : undefined;
}

async function edit({ service, site, ...its }: UndoingSite, at: number): Promise<void> {
  const users = [...(await recordsOf({ service, site, ...its })).values()].filter(
    ({ kind, deleted }) => kind === 'user' && !deleted,
  );
  const id = users[at % Math.max(1, users.length)]?.id;
  if (id !== undefined) await service.call('saveUsers', site, { users: [{ id, workPhone: String(at) }] });
}

/** A list may have other items by now, or another list its name. Then the undo leaves it, unlike the model. */
function expectReported(
  { due, reported }: Awaited<ReturnType<UndoingSite['undo']>>,
  lists: ReadonlySet<string>,
): void {
  const exact = (lines: string[]) => lines.filter((line) => !lists.has(line.split(' ')[0] ?? ''));
  expect(exact(reported)).toEqual(exact(due));
  const ids = (lines: string[]) => lines.map((line) => line.split(' ')[0]);
  expect(ids(reported)).toEqual(ids(due));
}

const listsOf = async (its: UndoingSite) =>
  new Set([...(await recordsOf(its)).values()].flatMap(({ kind, id }) => (kind === 'list' ? [id] : [])));

const act = fc.oneof(
  fc.record({
    act: fc.constant('import' as const),
    sketch: randomRequest,
    dies: fc.integer({ min: -60, max: 60 }),
  }),
  fc.record({ act: fc.constant('edit' as const), at: fc.nat(5) }),
  fc.record({ act: fc.constant('undo' as const), at: fc.nat(9), dies: fc.integer({ min: -40, max: 40 }) }),
);

test('what an undo leaves is what the model has: random sites, requests, edits, crashes and undos in any order', async () => {
  const seen = { undone: 0, reversed: 0, kept: 0, failed: 0 };
  const property = fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 8 }), async (acts) => {
    const its = await randomSite();
    const imports: string[] = [];
    for (const each of acts) {
      if (each.act === 'edit') await edit(its, each.at);
      else if (each.act === 'import') {
        const importId = await importing(its, each.sketch, each.dies);
        if (importId !== undefined) imports.push(importId);
      } else if (imports.length > 0) {
        const [importId = ''] = imports.splice(each.at % imports.length, 1);
        const result = await its.undo(importId, wrapped(its.service, dyingAt(each.dies).over));
        expectReported(result, await listsOf(its));
        expect((await its.service.status(its.site, importId)).status).toBe('reverted');
        seen.undone += 1;
        for (const line of result.reported) seen[line.split(' ')[1] as 'kept'] += 1;
      }
      expect(its.model().wrong).toEqual([]);
    }
  });
  // A fixed seed, so that the counts below do not depend on chance.
  await fc.assert(property, { numRuns: 80, seed: 1 });
  expect(seen.undone).toBeGreaterThan(30);
  expect(seen.reversed).toBeGreaterThan(50);
  expect(seen.kept).toBeGreaterThan(3);
  await fc.assert(property, { numRuns: 20 });
}, 120_000);

test('an undo restores everything, for any request, wherever import and undo die', async () => {
  const place = fc.integer({ min: -60, max: 60 });
  await fc.assert(
    fc.asyncProperty(randomRequest, place, place, async (sketch, diesImporting, diesUndoing) => {
      const its = await randomSite();
      const was = await recordsOf(its);
      const importId = await importing(its, sketch, diesImporting);
      if (importId === undefined) return;
      await its.undo(importId, wrapped(its.service, dyingAt(diesUndoing).over));
      expect(notAsBefore(await recordsOf(its), was)).toEqual([]);
    }),
    { numRuns: 40 },
  );
}, 120_000);
