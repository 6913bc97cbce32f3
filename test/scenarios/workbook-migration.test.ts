import { memorySource, openSheet } from '@sluice/sheets';
import { createXlsxWriter } from '@sluice/sheets/xlsx-writer';
import { expect, it } from 'vitest';
import { client, define, expectMigration, migrationOf, runIdsOf } from './migration-staging.ts';
import { staged, type Staged } from './staging.ts';

const file = 'migrations/people/people.xlsx';
const steps = [
  { name: 'Roles', file, sheet: 'Roles', schema: 'role', lookup: 'name' },
  { name: 'Clients', file, sheet: 'Clients', ...client },
];

/** A workbook with a sheet for each of two schemas. */
function workbook(...emails: readonly string[]): Uint8Array {
  const writer = createXlsxWriter({ header: ['Name'], sheetName: 'Roles', moreSheets: ['Clients'] });
  const rows = emails.map((email, at) => ({ number: at + 2, cells: [email, 'Canary'] }));
  const roles = ['Canary nurse', 'Canary clerk'].map((name, at) => ({ number: at + 2, cells: [name] }));
  return Buffer.concat([
    writer.write(roles),
    writer.nextSheet(['E-mail', 'Name']),
    writer.write(rows),
    writer.end(),
  ]);
}

function withWorkbook(bytes: Uint8Array, settings: object = {}): Staged {
  const world = staged();
  world.put(file, bytes);
  define(world, { steps, ...settings });
  return world;
}

/** The columns and rows of the result sheet of each run. */
async function results(world: Staged, migrationId: string) {
  const runIds = await runIdsOf(world, migrationId);
  return Promise.all(
    runIds.map(async (runId, at) => {
      const { resultKey = '' } = await world.runOf(runId);
      const { bytes = Buffer.alloc(0) } = world.s3.version({ bucket: 'files', key: resultKey }) ?? {};
      const sheet = await openSheet(memorySource(bytes), { sheetName: steps[at]?.sheet });
      const rows: (readonly string[])[] = [];
      for await (const some of sheet.rows) rows.push(...some.map(({ cells }) => cells));
      return { columns: sheet.facts.header, rows };
    }),
  );
}

it('imports two sheets of one workbook as two schemas, and returns each with its results (invariant 1)', async () => {
  const world = withWorkbook(workbook('a@example.com', 'b@example.com'));
  const id = world.fire('nightly');
  const counts = { read: 2, created: 2 };
  await expectMigration(world, id, { status: 'succeeded', steps: [{ counts }, { counts }] });
  const imported = [...world.service.imports.values()].filter(({ dryRun }) => !dryRun);
  expect(imported.map(({ sets }) => sets.map(({ schema }) => schema))).toEqual([['role'], ['client']]);
  const [roles, clients] = await results(world, id);
  expect(roles?.columns.slice(0, 2)).toEqual(['Name', 'Status']);
  expect(clients?.columns.slice(0, 3)).toEqual(['E-mail', 'Name', 'Status']);
  expect(clients?.rows.map(([email, , status]) => [email, status])).toEqual([
    ['a@example.com', 'created'],
    ['b@example.com', 'created'],
  ]);
});

it('that fails in its second sheet undoes the first, and its mail names sheet, row and reason', async () => {
  const world = withWorkbook(workbook('a@example.com', 'no address'), { ifStepFails: 'undo' });
  const id = world.fire('nightly');
  await expectMigration(world, id, { status: 'failed_and_undone', undo: { counts: { reversed: 2 } } });
  expect([...world.service.records.keys()]).toEqual([]);
  const { subject = '', text = '' } = world.mails[0] ?? {};
  expect(subject).toContain('failed at step 2 of 2 and was undone');
  expect(text).toMatch(
    /What to correct in people\.xlsx, sheet Clients:\n- Row 3: E-mail is not an e-mail address\. /u,
  );
  expect(text).toContain('npx sluice migrate nightly --data people.xlsx\n');
  expect((await migrationOf(world, id)).reason).toContain('Step 2 (Clients) failed.');
});
