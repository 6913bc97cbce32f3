import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type Client } from '@sluice/client';
import type { OperationInput } from '@sluice/contract';
import { planSteps, resolveSettings, sheetOptionsOf } from '@sluice/import-plan';
import type { Addresses } from '@sluice/demo/addresses';
import { memorySource, openSheet } from '@sluice/sheets';

type RecordSets = OperationInput<'import'>['recordSets'];

/** As many imports at once as the flow has here: the workers of its queue of batches. */
const workers = availableParallelism() + 1;
/** The wait between two requests for the status of an import. More requests would slow the import. */
const pollMs = 100;

/** The record sets that the flow makes from a sheet, one for each batch. */
export async function batchesOf(text: string): Promise<RecordSets[]> {
  const source = memorySource(Buffer.from(text));
  const resolved = resolveSettings({
    kind: 'direct',
    schema: 'client',
    lookup: 'email',
    fileName: 'clients.csv',
  });
  if (resolved.kind === 'refused') throw new Error(resolved.reason);
  const { settings } = resolved;
  const batches: RecordSets[] = [];
  for await (const step of planSteps({ open: () => openSheet(source, sheetOptionsOf(settings)), settings }))
    if (step.kind === 'batch') batches.push(JSON.parse(step.batch.body));
  return batches;
}

/**
 * What a developer would write instead of the flow: a dry run of every batch, and when all have passed, an import of each.
 * Several workers each wait for the end of one import before the next. It stores nothing, so after any failure it just stops.
 */
export async function importByHand({ dataAccess }: Addresses, batches: readonly RecordSets[]): Promise<void> {
  const client = createClient(dataAccess);
  for (const dryRun of [true, false]) {
    const waiting = [...batches];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        await importOne(client, { dryRun, recordSets: next });
    };
    await Promise.all(Array.from({ length: workers }, work));
  }
}

async function importOne(client: Client, input: OperationInput<'import'>): Promise<void> {
  const { importId } = await client.import(input);
  if (importId === undefined || importId === null) throw new Error('The service gave no importId.');
  for (;;) {
    const { importStatus } = await client.importStatus({ importId });
    if (importStatus.success) return;
    if (importStatus.done) throw new Error(`The import ended ${importStatus.status}.`);
    await pause(pollMs);
  }
}
