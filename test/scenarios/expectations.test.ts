import { describe, expect, it } from 'vitest';
import { expectEnd, inbox, linesOf, minute, real, sheetOf, staged, type Staging } from './staging.ts';

const sheet = sheetOf('email,name', 'a@example.com,Ann', 'b@example.com,Ben', 'c@example.com,Cy');
const seeded = ['a', 'b', 'c'].map((name) => ({ email: `${name}@example.com`, name }));

/** Somebody changes a record after the last dry run of its batch, right before the real import of it is applied. */
function overtaken({ profile = {}, ...options }: Staging = {}) {
  const world = staged({
    isOurs: true,
    seeded,
    profile,
    onReal: ({ batch }) => {
      if (batch === 1) void world.service.changeByHand({ email: 'b@example.com', name: 'by hand' });
    },
    ...options,
  });
  return { world, runId: world.drop(inbox, sheet) };
}

const recordOf = ({ service }: ReturnType<typeof overtaken>['world'], name: string) =>
  service.records.get(`${name}@example.com`)?.record['name'];

describe('a record that somebody changes between the last dry run and the write', () => {
  it('is named and left as it is, and the other rows are written (invariants 1, 24)', async () => {
    const { world, runId } = overtaken();
    expect(await expectEnd(world, runId, 'partly_succeeded')).toMatchObject({
      read: 3,
      updated: 2,
      failed: 1,
    });
    expect(['a', 'b', 'c'].map((name) => recordOf(world, name))).toEqual(['Ann', 'by hand', 'Cy']);
    const { resultKey = '' } = await world.runOf(runId);
    const [, , row] = linesOf(world.s3.get('files', resultKey));
    expect(row).toContain('failed,This record was changed by somebody else meanwhile');
    expect(row).toContain('changed_meanwhile');
    const batch = await world.ledger.submission({ runId, batch: 1, phase: 'real' });
    expect(batch?.reason).toBe('others changed 1 row meanwhile');
  });

  it('is named too when a person has approved the plan (invariants 5, 24)', async () => {
    const { world, runId } = overtaken({ profile: { approval: 'ask' } });
    await world.settle();
    expect((await world.act(runId, 'approve', { by: 'ben' })).status).toBe(200);
    expect(await expectEnd(world, runId, 'partly_succeeded')).toMatchObject({ updated: 2, failed: 1 });
    expect(recordOf(world, 'b')).toBe('by hand');
    // The dry run that was repeated after the approval is the one that is expected.
    const dryRuns = [...world.service.imports.values()].filter(({ dryRun }) => dryRun);
    const last = dryRuns.slice(2).map(({ importId }) => importId);
    expect(dryRuns).toHaveLength(4);
    expect(
      real(world)
        .map(({ input }) => input.asInDryRun)
        .toSorted(),
    ).toEqual(last.toSorted());
  });

  it('is left out of the undo of its run', async () => {
    const { world, runId } = overtaken();
    await world.settle();
    await world.act(runId, 'undo');
    await world.settle();
    expect(['a', 'b', 'c'].map((name) => recordOf(world, name))).toEqual(['a', 'by hand', 'c']);
  });

  it('is overwritten at a server that does not have the extension', async () => {
    const { world, runId } = overtaken({ expects: false });
    await expectEnd(world, runId, 'succeeded');
    expect(recordOf(world, 'b')).toBe('Ben');
  });
});

describe('a batch that is sent again', () => {
  it.each([true, false])(
    'does not take its own copy for a change by others, with a key: %s (invariants 3, 24)',
    async (hasKey) => {
      const lost = new Set<number>();
      const world = staged({
        ...{ seeded, expects: true, usesKey: hasKey, takesKey: hasKey },
        loses: ({ batch, dryRun }) => !dryRun && lost.size !== lost.add(batch).size,
      });
      const runId = world.drop(inbox, sheet);
      await world.settle();
      if (!hasKey) {
        expect((await world.runOf(runId)).status).toBe('needs_decision');
        world.pass(16 * minute);
        await world.act(runId, 'decide', { choice: 'sendAgain' });
      }
      const { updated, unchanged } = await expectEnd(world, runId, 'succeeded');
      expect(updated + unchanged).toBe(3);
      for (const calls of Map.groupBy(real(world), ({ batch }) => batch).values()) {
        expect(calls).toHaveLength(2);
        expect(new Set(calls.map(({ input }) => input.asInDryRun)).size).toBe(1);
        expect(calls[0]?.input.asInDryRun).toBeDefined();
      }
    },
  );
});
