import { beforeEach, expect, it } from 'vitest';
import { aNewRun, asked, second } from '../testing/builders.ts';
import { useEmulator } from '../testing/emulator.ts';
import { injectFaults } from '../testing/faults.ts';
import { createDynamoLedger } from './index.ts';

const emulator = useEmulator();
let table: string;
beforeEach(async () => {
  table = await emulator.table();
});

it('a run does not take a lane that its former holder has taken again for an undo meanwhile (invariant 9)', async () => {
  const now = () => new Date(second(0));
  let hides = false;
  const lagging = emulator.client();
  // The index lags: queries of it find nobody who waits.
  lagging.middlewareStack.add(
    (next, context) => async (args) => {
      const input = args.input as { IndexName?: string };
      if (hides && context.commandName === 'QueryCommand' && input.IndexName !== undefined)
        return { response: {}, output: { $metadata: {}, Items: [], Count: 0 } as never };
      return next(args);
    },
    { step: 'initialize', name: 'lag' },
  );
  const other = createDynamoLedger({ client: lagging, table, now });
  const reading = { rows: 1, batches: 0, failed: 0, skipped: 0 };
  for (const [at, runId] of ['a', 'b'].entries()) {
    await other.beginRun(aNewRun({ runId }));
    await other.moveRun(runId, { type: 'read', at: second(50 + at), sha256: runId, reading, lane: 'lane' });
  }
  await other.takeLane('a', asked(60));
  await other.moveRun('a', { type: 'importingStarted', at: second(70) });
  await other.moveRun('a', { type: 'finished', at: second(80), status: 'succeeded' });
  await other.moveRun('a', {
    type: 'noticeChanged',
    at: second(90),
    notice: { state: 'sent', at: second(90) },
  });
  const client = emulator.client();
  let meanwhile = true;
  injectFaults(client, async (command) => {
    if (command !== 'TransactWriteItemsCommand' || !meanwhile) return undefined;
    meanwhile = false;
    hides = true;
    await other.moveRun('a', { type: 'undoRequested', at: second(95), by: 'p', lane: 'lane' });
    const { run } = await other.takeLane('a', asked(96));
    expect(run).toMatchObject({ status: 'undoing', laneSince: second(96) });
    return undefined;
  });
  const mine = createDynamoLedger({ client, table, now });
  const { run, turn } = await mine.takeLane('b', asked(97));
  expect({ status: run.status, turn }).toMatchObject({ status: 'queued', turn: { blockedBy: 'a' } });
});
