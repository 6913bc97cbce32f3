import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectEnd, inbox, linesOf, real, sheetOf, staged, type Staged, type Staging } from './staging.ts';

const skips = { invalidRows: 'skip' };
const drop = sheetOf('email,name', 'a@a.com,Ada', 'no address,Bo', 'c@a.com,Cy', 'd@a.com,Di');

/** A sheet that has landed, but for its rows that cannot. */
async function landed(text = drop, staging: Staging = {}) {
  const world = staged({ profile: skips, ...staging });
  const runId = world.drop(inbox, text);
  await expectEnd(world, runId, text.includes('no address') ? 'partly_succeeded' : 'succeeded');
  return { world, runId, result: (await world.resultOf(runId)) ?? '' };
}

/** Without blanks at the ends of its cells. */
const tight = (row: string) =>
  row
    .split('"')
    .map((cell) => cell.trim())
    .join('"');
const nameOf = ({ service }: Staged, email: string) => service.records.get(email)?.record['name'];
const codesIn = (text = '') => linesOf(text).map((line) => line.split(',').at(-2));
const emailsSent = (world: Staged) =>
  real(world).flatMap(({ input }) =>
    (input.recordSets ?? []).flatMap(({ records }) => records.map(({ email }) => email)),
  );

/** Drops a sheet, after which only these rows are sent for real. */
async function comesBack(world: Staged, text: string, sent: readonly string[]) {
  const before = emailsSent(world).length;
  const runId = world.drop(inbox, text);
  const counts = await expectEnd(world, runId, 'succeeded');
  expect(emailsSent(world).slice(before).toSorted()).toEqual(sent);
  return { runId, counts, result: (await world.resultOf(runId)) ?? '' };
}

describe('a result sheet that comes back', () => {
  it('imports the corrected row, and leaves what a colleague changed meanwhile in others (invariant 25)', async () => {
    const { world, runId, result } = await landed();
    await world.service.changeByHand({ email: 'c@a.com', name: 'By a colleague' });
    const corrected = result.replace('no address', 'b@a.com').replace('"Di"', '"Dinah"');
    const second = await comesBack(world, corrected, ['b@a.com', 'd@a.com']);
    expect(second.counts).toMatchObject({ read: 4, created: 1, updated: 1, skipped: 2, failed: 0 });
    expect(nameOf(world, 'c@a.com')).toBe('By a colleague');
    expect(nameOf(world, 'd@a.com')).toBe('Dinah');
    expect(codesIn(second.result)).toEqual(['Reason code', 'landed_already', '', 'landed_already', '']);
    const mail = world.mails.at(-1)?.text ?? '';
    expect(mail).toContain('2  landed already, left out');
    expect(mail).toContain(`2 rows are as they landed in run ${runId}: left out.`);
    expect(mail).toContain('All 4 rows of this file are in the records.');
  });

  it('changes nothing if it comes back as it is, and its result sheet, too (invariant 25)', async () => {
    const { world, result } = await landed(drop.replace('no address', 'b@a.com'));
    for (const email of ['a@a.com', 'b@a.com', 'c@a.com', 'd@a.com'])
      await world.service.changeByHand({ email, name: 'By a colleague' });
    let sheet = result;
    for (let times = 0; times < 2; times += 1) {
      const back = await comesBack(world, sheet, []);
      expect(back.counts).toMatchObject({ read: 4, skipped: 4 });
      sheet = back.result;
    }
  });

  it('leaves out both twins of a row that landed, in any order (invariant 25)', async () => {
    const { world, result } = await landed(sheetOf('email,name', 'a@a.com,Ada', 'c@a.com,Cy', 'a@a.com,Ada'));
    await world.service.changeByHand({ email: 'a@a.com', name: 'By a colleague' });
    const [header = '', first = '', second = '', twin = ''] = result.split('\r\n');
    const sorted = [header, twin, second, first].join('\r\n');
    expect((await comesBack(world, sorted, [])).counts).toMatchObject({ read: 3, skipped: 3 });
    await comesBack(world, [header, twin].join('\r\n'), []);
  });

  it('imports rows of a run that was undone since, and those of a run that is not known here', async () => {
    const { world, runId, result } = await landed();
    const corrected = result.replace('no address', 'b@a.com');
    await comesBack(world, corrected.replaceAll(runId, 'a'.repeat(26)), [
      'a@a.com',
      'b@a.com',
      'c@a.com',
      'd@a.com',
    ]);
    await world.act(runId, 'undo');
    await world.settle();
    expect((await world.runOf(runId)).status).toBe('undone');
    const again = corrected.replace('"Di"', '"Dinah"');
    await comesBack(world, again, ['a@a.com', 'b@a.com', 'c@a.com', 'd@a.com']);
  });

  it('does not import a row that landed because another one of the sheet kept a later run from writing (invariant 25)', async () => {
    const world = staged();
    const runId = world.drop(inbox, sheetOf('email,name', 'a@a.com,Ada', 'c@a.com,Cy'));
    await expectEnd(world, runId, 'succeeded');
    const result = (await world.resultOf(runId)) ?? '';
    await world.service.changeByHand({ email: 'a@a.com', name: 'By a colleague' });
    const wrong = world.drop(inbox, result.replace('c@a.com', 'no address'));
    expect(await expectEnd(world, wrong, 'rejected')).toMatchObject({ read: 2, skipped: 1, failed: 1 });
    const next = ((await world.resultOf(wrong)) ?? '').replace('no address', 'cc@a.com');
    await comesBack(world, next, ['cc@a.com']);
    expect(nameOf(world, 'a@a.com')).toBe('By a colleague');
  });

  it('does not take a row for landed whose outcome is unknown', async () => {
    const world = staged({
      scripted: ({ step, command }) => (step === 'submitReal' && command === 'import' ? 'lost' : undefined),
    });
    const runId = world.drop(inbox, sheetOf('email,name', 'a@a.com,Ada'));
    await expectEnd(world, runId, 'needs_decision');
    const [, row = ''] = linesOf(await world.resultOf(runId));
    expect(row).toMatch(/,unknown,.*,outcome_unknown,$/u);
  });

  it('changes only what was changed in it, whatever a person does to its rows (invariant 25)', async () => {
    const edit = fc.record({
      kind: fc.constantFrom('correct', 'delete', 'copy', 'reverse', 'insert', 'trim'),
      at: fc.nat(9),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 4 }), async (edits) => {
        const { world, result } = await landed();
        const [header = '', ...rows] = result.split('\r\n').filter((line) => line !== '');
        const before = new Set(rows.map((row) => tight(row)));
        for (const { email } of [...world.service.records.values()].map(({ record }) => record))
          await world.service.changeByHand({ email: String(email), name: 'By a colleague' });
        const edited = edits.reduce((all, { kind, at }, nth) => {
          const place = at % Math.max(1, all.length);
          const row = all[place] ?? '';
          if (kind === 'insert') return all.toSpliced(place, 0, `"n${nth}@a.com","New","","","","",""`);
          if (kind === 'reverse') return all.toReversed();
          if (kind === 'copy') return [...all, row];
          if (kind === 'delete') return all.length === 1 ? all : all.toSpliced(place, 1);
          if (kind === 'trim') return all.map((one) => one.replace('","', ' ","'));
          const [email = ''] = row.split(',');
          return all.map((one) =>
            one.startsWith(email) ? one.replace(/,"[^"]*"/u, `,"Right ${nth}"`) : one,
          );
        }, rows);
        const isChanged = (row: string) => !before.has(tight(row)) && !row.includes('no address');
        const changed = edited.filter(isChanged).map((row) => row.split('"')[1]?.trim());
        const isRight = edited.some((row) => !row.includes('no address'));
        fc.pre(isRight);
        const sent = emailsSent(world).length;
        world.drop(inbox, [header, ...edited].join('\r\n'));
        await world.settle();
        expect(world.failures).toEqual([]);
        expect(emailsSent(world).slice(sent).toSorted()).toEqual([...new Set(changed)].toSorted());
      }),
      { numRuns: 40 },
    );
  });
});
