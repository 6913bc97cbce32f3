import { resolveSettings, writeExport } from '@sluice/import-plan';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serviceUrl } from '../simulation/cloud.ts';
import { expectEnd, inbox, linesOf, real, sheetOf, staged, type Staged, type Staging } from './staging.ts';

const emails = ['a@x.org', 'b@x.org', 'c@x.org'];
const stored = emails.map((email, at) => ({ email, name: `Name ${at}`, cellPhone: `020 ${at}` }));

type Cells = Record<string, string>;

const found = resolveSettings({ kind: 'direct', schema: 'client', lookup: 'email', fileName: 'x.csv' });
if (found.kind === 'refused') throw new Error(found.reason);
const { settings } = found;

/** The rows of an export, as a person edits them. */
async function exportOf(world: Staged, id = 'e1', place = serviceUrl) {
  const records = (async function* () {
    yield [...world.service.records.values()].map(({ record }) => record);
  })();
  const totals = { rows: 0, leftOut: 0, blank: 0 };
  let text = '';
  for await (const piece of writeExport({
    ...{ source: { id, target: place }, settings, format: 'csv', records, totals },
  }))
    text += piece;
  const [header = '', ...rows] = linesOf(text).map((line) => line);
  const names = header.split(',');
  return rows.map((row): Cells => {
    const cells = row.split(',');
    return Object.fromEntries(names.map((name, at) => [name, (cells[at] ?? '').replace(/^'/u, '')]));
  });
}

const textOf = (rows: readonly Cells[]): string => {
  const names = Object.keys(rows[0] ?? {});
  return sheetOf(
    ...[names, ...rows.map((row) => names.map((name) => row[name]))].map((row) => row.join(',')),
  );
};

const edited = (rows: readonly Cells[], email: string, cells: Cells) =>
  rows.map((row) => (row['E-mail'] === email ? { ...row, ...cells } : row));

async function begun(staging: Staging = {}) {
  const world = staged({ isOurs: true, seeded: stored, ...staging });
  await world.service.ready;
  return { world, rows: await exportOf(world) };
}

async function drop(world: Staged, rows: readonly Cells[], status: Parameters<typeof expectEnd>[2]) {
  const runId = world.drop(inbox, textOf(rows));
  const counts = await expectEnd(world, runId, status);
  return {
    runId,
    counts,
    result: linesOf(await world.resultOf(runId)),
    mail: world.mails.at(-1)?.text ?? '',
  };
}

const recordOf = ({ service }: Staged, email: string) => service.records.get(email)?.record;
const changed = (world: Staged, email: string, values: Cells) =>
  world.service.changeByHand({ ...recordOf(world, email), ...values, email });
const sentBy = (world: Staged) =>
  real(world).flatMap(({ input }) => (input.recordSets ?? []).flatMap(({ records }) => records));

describe('an export that comes back', () => {
  it('writes the row that was edited, and leaves what a colleague changed meanwhile in others (invariant 25)', async () => {
    const { world, rows } = await begun();
    await changed(world, 'a@x.org', { cellPhone: '030 9' });
    const { counts, result, mail } = await drop(world, edited(rows, 'b@x.org', { Name: 'Ben' }), 'succeeded');
    expect(counts).toMatchObject({ read: 3, updated: 1, skipped: 2 });
    expect(recordOf(world, 'a@x.org')?.['cellPhone']).toBe('030 9');
    expect(recordOf(world, 'b@x.org')?.['name']).toBe('Ben');
    expect(sentBy(world).map(({ email }) => email)).toEqual(['b@x.org']);
    expect(
      result.filter((line) => line.includes(',skipped,,') && line.includes(',as_exported,exp-')),
    ).toHaveLength(2);
    expect(mail).toContain('1 row of this file is in the records. 2 rows are as exported');
    expect(mail).toContain('2  as exported, left out');
  });

  it('changes nothing if it comes back as it is, and its result sheet, too (invariant 25)', async () => {
    const { world, rows } = await begun();
    for (const email of emails) await changed(world, email, { name: 'By a colleague', cellPhone: '' });
    await world.service.deleteByHand('c@x.org');
    let sheet = textOf(rows);
    for (let times = 0; times < 2; times += 1) {
      const runId = world.drop(inbox, sheet);
      expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ read: 3, skipped: 3 });
      sheet = (await world.resultOf(runId)) ?? '';
      expect(world.mails.at(-1)?.text).toContain(
        'No row of this file had to be written. 3 rows are as exported',
      );
    }
    expect(sentBy(world)).toEqual([]);
    expect(recordOf(world, 'c@x.org')).toBeUndefined();
  });

  it('with a row whose record a colleague changed stops, and shows both values in its sheet alone (invariants 15, 25)', async () => {
    const { world, rows } = await begun();
    await changed(world, 'b@x.org', { cellPhone: '030 9' });
    const mine = edited(edited(rows, 'b@x.org', { 'Cell phone': '040 1' }), 'c@x.org', { Name: 'Cy' });
    const { counts, result, mail } = await drop(world, mine, 'rejected');
    expect(counts).toMatchObject({ read: 3, failed: 1, skipped: 1, notAttempted: 1 });
    const row = result.find((line) => line.includes('changed_since_export')) ?? '';
    expect(row).toContain(
      'failed,Cell phone `040 1` would replace what somebody wrote after the export, `030 9`. Write that to keep it',
    );
    expect(row).toMatch(/,exp-e1-[\w-]+$/u);
    expect(mail).toContain('Cell phone would replace what somebody wrote after the export. Write');
    expect(mail).not.toMatch(/030 9|040 1/u);
    expect(sentBy(world)).toEqual([]);
  });

  it('goes on with its other rows if the profile leaves out invalid ones, and its result sheet stops again (invariant 25)', async () => {
    const { world, rows } = await begun({ profile: { invalidRows: 'skip' } });
    await changed(world, 'b@x.org', { name: 'By a colleague' });
    const mine = edited(edited(rows, 'b@x.org', { Name: 'Ben' }), 'c@x.org', { Name: 'Cy' });
    const first = await drop(world, mine, 'partly_succeeded');
    expect(first.counts).toMatchObject({ read: 3, updated: 1, failed: 1, skipped: 1 });
    const again = world.drop(inbox, (await world.resultOf(first.runId)) ?? '');
    expect(await expectEnd(world, again, 'rejected')).toMatchObject({ read: 3, failed: 1, skipped: 2 });
    expect(recordOf(world, 'b@x.org')?.['name']).toBe('By a colleague');
    // Whoever wants it says so.
    const mineAfterAll = ((await world.resultOf(again)) ?? '').replace(
      /("Ben".*"changed_since_export",)"exp-[^"]*"/u,
      '$1""',
    );
    await expectEnd(world, world.drop(inbox, mineAfterAll), 'succeeded');
    expect(recordOf(world, 'b@x.org')?.['name']).toBe('Ben');
  });

  it.each([1, 2])(
    'leaves such a row out where the profile says so, in batches of %s rows (invariants 1, 25)',
    async (batchSize) => {
      const { world, rows } = await begun({ profile: { ifChangedSince: 'skip', batchSize } });
      await changed(world, 'b@x.org', { name: 'By a colleague' });
      await world.service.deleteByHand('a@x.org');
      const all = emails.reduce((sheet, email) => edited(sheet, email, { Name: `Mine ${email}` }), rows);
      const { counts, result, mail } = await drop(world, all, 'succeeded');
      expect(counts).toMatchObject({ read: 3, updated: 1, skipped: 2, failed: 0 });
      expect(sentBy(world).map(({ email }) => email)).toEqual(['c@x.org']);
      expect(result.find((line) => line.startsWith('a@x.org') || line.includes(',a@x.org,'))).toContain(
        'skipped,E-mail `a@x.org` finds no record',
      );
      expect(result.find((line) => line.includes('b@x.org'))).toContain('`By a colleague`');
      expect(mail).toContain('2 rows were left out, as others have changed their records since the export.');
      expect(mail).not.toContain('identical');
    },
  );

  it('can be left out as a whole, also where a person approves (invariants 1, 25)', async () => {
    const { world, rows } = await begun({ profile: { ifChangedSince: 'skip', approval: 'ask' } });
    await changed(world, 'b@x.org', { name: 'By a colleague' });
    const runId = world.drop(inbox, textOf(edited(rows, 'b@x.org', { Name: 'Ben' })));
    await world.settle();
    const { status, approval } = await world.runOf(runId);
    if (status === 'awaiting_approval') {
      expect(approval?.plan.counts).toMatchObject({ read: 3, skipped: 3, updated: 0 });
      await world.act(runId, 'approve', { by: 'ben' });
    }
    expect(await expectEnd(world, runId, 'succeeded')).toMatchObject({ read: 3, skipped: 3 });
    expect(sentBy(world)).toEqual([]);
  });

  it('writes over everything where the profile says so', async () => {
    const { world, rows } = await begun({ profile: { ifChangedSince: 'overwrite' } });
    await changed(world, 'a@x.org', { name: 'By a colleague' });
    await changed(world, 'b@x.org', { name: 'By a colleague', cellPhone: '030 9' });
    await drop(world, edited(rows, 'b@x.org', { Name: 'Ben' }), 'succeeded');
    expect(recordOf(world, 'b@x.org')).toMatchObject({ name: 'Ben', cellPhone: '020 1' });
    expect(recordOf(world, 'a@x.org')?.['name']).toBe('By a colleague');
  });

  it('does not create a record again that was deleted meanwhile (invariant 25)', async () => {
    const { world, rows } = await begun();
    await world.service.deleteByHand('b@x.org');
    const { result } = await drop(world, edited(rows, 'b@x.org', { Name: 'Ben' }), 'rejected');
    expect(result.find((line) => line.includes('b@x.org'))).toContain(
      'failed,E-mail `b@x.org` finds no record: it was deleted or changed after the export',
    );
  });

  it('takes what its own earlier drop wrote for no change by others, and a colleague after that for one (invariant 25)', async () => {
    const { world, rows } = await begun();
    const first = edited(rows, 'b@x.org', { Name: 'Ben', 'Cell phone': '040 1' });
    await drop(world, first, 'succeeded');
    await drop(world, edited(first, 'b@x.org', { Name: 'Benjamin' }), 'succeeded');
    expect(recordOf(world, 'b@x.org')).toMatchObject({ name: 'Benjamin', cellPhone: '040 1' });
    // Another export of the same time is somebody else's.
    const other = await exportOf(world, 'e2');
    await drop(world, edited(other, 'b@x.org', { 'Cell phone': '050' }), 'succeeded');
    const { counts } = await drop(world, edited(first, 'b@x.org', { 'Cell phone': '060' }), 'rejected');
    expect(counts).toMatchObject({ failed: 1 });
    expect(recordOf(world, 'b@x.org')).toMatchObject({ name: 'Benjamin', cellPhone: '050' });
  });

  it('does not take a value of a colleague for its own that an earlier drop of it has taken over (invariant 25)', async () => {
    const { world, rows } = await begun();
    await changed(world, 'b@x.org', { cellPhone: '030 9' });
    await drop(world, edited(rows, 'b@x.org', { Name: 'Ben', 'Cell phone': '030 9' }), 'succeeded');
    await drop(world, edited(rows, 'b@x.org', { Name: 'Benjamin' }), 'rejected');
    expect(recordOf(world, 'b@x.org')).toMatchObject({ name: 'Ben', cellPhone: '030 9' });
  });

  it('leaves a record as it is that somebody changes right before the write, and compares it again when it comes back (invariants 24, 25)', async () => {
    const byHand = { email: 'b@x.org', name: 'By hand' };
    const found: { hand?: () => void } = {};
    const { world, rows } = await begun({ onReal: () => found.hand?.() });
    found.hand = () => void world.service.changeByHand(byHand);
    const sheet = edited(rows, 'b@x.org', { Name: 'Ben' });
    const { runId, result } = await drop(world, sheet, 'failed');
    expect(result.find((line) => line.includes('b@x.org'))).toMatch(/,changed_meanwhile,exp-e1-[\w-]+$/u);
    found.hand = () => undefined;
    const again = world.drop(inbox, (await world.resultOf(runId)) ?? '');
    await expectEnd(world, again, 'rejected');
    expect(await world.resultOf(again)).toContain('changed_since_export');
    expect(recordOf(world, 'b@x.org')).toEqual({ ...stored[1], ...byHand });
  });

  it('may be corrected after it has deleted a record (invariant 25)', async () => {
    const { world, rows } = await begun();
    const column = rows.map((row) => ({ ...row, deleted: '' }));
    await drop(world, edited(column, 'b@x.org', { deleted: 'yes' }), 'succeeded');
    expect(recordOf(world, 'b@x.org')).toBeUndefined();
    await drop(world, edited(rows, 'b@x.org', { Name: 'Ben' }), 'succeeded');
    expect(recordOf(world, 'b@x.org')?.['name']).toBe('Ben');
  });

  it('does not delete a record that a colleague changed meanwhile (invariant 25)', async () => {
    const { world, rows } = await begun();
    await changed(world, 'b@x.org', { homePhone: '030 9' });
    const column = edited(
      rows.map((row) => ({ ...row, deleted: '' })),
      'b@x.org',
      { deleted: 'yes' },
    );
    const { result } = await drop(world, column, 'rejected');
    expect(result.join()).toContain('changed_since_export');
  });

  it('stops for no change in a field that it does not have, or that it makes too (invariant 25)', async () => {
    const { world, rows } = await begun();
    await changed(world, 'b@x.org', { cellPhone: '030 9', name: 'Ben' });
    const without = edited(rows, 'b@x.org', { Name: 'Ben', 'Lang code': 'de' }).map(
      ({ 'Cell phone': _, ...cells }) => cells,
    );
    await drop(world, without.toReversed(), 'succeeded');
    expect(sentBy(world)).toMatchObject([{ email: 'b@x.org', name: 'Ben', langCode: 'de' }]);
  });

  it('of another system, without its references or with those of other rows is a sheet like any other', async () => {
    const sheets = async (world: Staged, rows: readonly Cells[]) => [
      await exportOf(world, 'e3', 'https://elsewhere.test'),
      rows.map(({ Reference: _, ...cells }) => cells),
      rows.map((row, at) => ({ ...row, Reference: rows[(at + 1) % rows.length]?.['Reference'] ?? '' })),
      rows.map((row) => ({ ...row, Reference: (row['Reference'] ?? '').slice(0, -1) })),
    ];
    for (const nth of [0, 1, 2, 3]) {
      const { world, rows } = await begun();
      const [sheet = []] = [(await sheets(world, rows))[nth]];
      for (const email of emails) await changed(world, email, { name: 'By a colleague' });
      await drop(world, sheet, 'succeeded');
      expect(emails.map((email) => recordOf(world, email)?.['name'])).toEqual(['Name 0', 'Name 1', 'Name 2']);
    }
  });

  it('at a server without previews leaves out what is as exported, and compares nothing else', async () => {
    const { world, rows } = await begun({ isOurs: false, hasPreview: false });
    for (const email of emails) await changed(world, email, { name: 'By a colleague' });
    await drop(world, edited(rows, 'b@x.org', { Name: 'Ben' }), 'succeeded');
    expect(emails.map((email) => recordOf(world, email)?.['name'])).toEqual([
      'By a colleague',
      'Ben',
      'By a colleague',
    ]);
  });

  it('never takes back what a colleague changed, whatever both do (invariant 25)', async () => {
    const edit = fc.record({
      at: fc.nat(2),
      field: fc.constantFrom('name', 'cellPhone'),
      value: fc.constantFrom('1', '2'),
    });
    const policy = fc.constantFrom('stop', 'skip');
    const titles: Cells = { name: 'Name', cellPhone: 'Cell phone' };
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { maxLength: 4 }),
        fc.array(edit, { maxLength: 4 }),
        policy,
        fc.boolean(),
        async (mine, theirs, ifChangedSince, isReversed) => {
          const { world, rows } = await begun({
            profile: { ifChangedSince, invalidRows: 'skip', batchSize: 2 },
          });
          const [before, after] = [new Map<string, Cells>(), new Map<string, Cells>()];
          for (const { at, field, value } of theirs)
            await changed(world, emails[at] ?? '', { [field]: value });
          for (const email of emails) before.set(email, { ...(recordOf(world, email) as Cells) });
          const sheet = mine.reduce(
            (all, { at, field, value }) => edited(all, emails[at] ?? '', { [titles[field] ?? '']: value }),
            rows,
          );
          const runId = world.drop(inbox, textOf(isReversed ? sheet.toReversed() : sheet));
          await world.settle();
          expect(world.failures).toEqual([]);
          for (const email of emails) after.set(email, recordOf(world, email) as Cells);
          const { read, failed, skipped, updated, unchanged } = await world.countsOf(runId);
          expect(failed + skipped + updated + unchanged).toBe(read);
          for (const [at, email] of emails.entries()) {
            const row = sheet.find((one) => one['E-mail'] === email) ?? {};
            const [old, now, exported] = [before.get(email), after.get(email), stored[at]];
            const fields = ['name', 'cellPhone'] as const;
            const isEdited = fields.some((field) => row[titles[field] ?? ''] !== exported?.[field]);
            const isTaken = fields.some(
              (field) => old?.[field] !== exported?.[field] && old?.[field] !== row[titles[field] ?? ''],
            );
            const expected =
              isEdited && !isTaken
                ? fields.map((field) => row[titles[field] ?? ''])
                : fields.map((field) => old?.[field]);
            expect([email, ...fields.map((field) => now?.[field])]).toEqual([email, ...expected]);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
