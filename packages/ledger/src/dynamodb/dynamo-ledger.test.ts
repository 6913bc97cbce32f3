import { expect, it } from 'vitest';
import { progressOf } from '../run/progress.ts';
import { aBatch, aNewRun, second } from '../testing/builders.ts';
import { runId } from '../testing/ledger-story.ts';
import { useEmulator } from '../testing/emulator.ts';
import { describeLedger } from '../testing/ledger-contract.ts';
import { describeMigrations } from '../testing/migrations-contract.ts';
import { describeRateBudgets } from '../call-budget/testing/rate-budgets-contract.ts';
import { createDynamoLedger, createDynamoMigrations, createDynamoRateBudgets } from './index.ts';

const emulator = useEmulator();
const opened = async () => ({ client: emulator.client(), table: await emulator.table() });

describeLedger('the ledger in DynamoDB', async (now) => createDynamoLedger({ ...(await opened()), now }));
describeMigrations('migrations in DynamoDB', async (now) =>
  createDynamoMigrations({ ...(await opened()), now }),
);
describeRateBudgets('the budgets in DynamoDB', async () => createDynamoRateBudgets(await opened()));

it('reads a run and its progress in one request of two items, however many batches it has', async () => {
  const { client, table } = await opened();
  const ledger = createDynamoLedger({ client, table, now: () => new Date(second(0)) });
  await ledger.beginRun(aNewRun());
  for (let number = 1; number <= 40; number += 1) await ledger.planBatch(aBatch({ number }));
  const run = (await ledger.run(runId))!;
  await ledger.keepProgress(runId, progressOf(run, await ledger.submissions(runId)));
  const scanned: unknown[] = [];
  client.middlewareStack.add((next) => async (args) => {
    const result = await next(args);
    scanned.push(Reflect.get(Object(result.output), 'ScannedCount'));
    return result;
  });
  expect((await ledger.runWithProgress(runId))?.progress?.dry).toMatchObject({ batches: 40, ended: 0 });
  expect(scanned).toEqual([2]);
});
