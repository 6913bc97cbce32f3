import { prices } from '../../packages/ledger/src/views/prices.ts';
import { countedRun, rowsIn, type Observed } from '../../test/cost/counted-run.ts';
import { purposeOf } from '../../test/cost/ledger-writes.ts';
import { createKinds, type Kinds } from './kinds.ts';

const ofBatch = {
  planned: 'batches and attempts planned',
  sendStarted: 'intents to send',
  accepted: 'answers, and what finds a run by its importId',
  ended: 'ends of attempts',
} as const;
const ofRun = 'steps of the run, progress, budget of calls';
const reads = 'reads of the ledger';
const objects = { put: 'objects written', get: 'objects read' } as const;
const messages = 'messages';

interface FlowKinds {
  readonly kinds: Kinds;
  /** The rows of each batch. */
  readonly batches: readonly number[];
  /** How often the run asked about imports. */
  readonly statuses: number;
}

/** What a run asks of AWS and of the service. */
export async function kindsOfFlow(rows: number): Promise<FlowKinds> {
  const kinds = createKinds([...Object.values(ofBatch), ofRun, reads, ...Object.values(objects), messages]);
  const { counted, world } = await countedRun(rows, {}, ({ client, request, answer }) => {
    if (client === 'DynamoDBClient') kinds.add(kindOf(request, answer), answer.units);
    if (client === 'S3Client' && (request.method === 'GET' || request.method === 'HEAD'))
      kinds.add(objects.get, { usd: prices.perObjectGet });
    else if (client === 'S3Client') kinds.add(objects.put, { usd: prices.perObjectPut });
  });
  const usd = counted.queueRequests * prices.perQueueRequest;
  kinds.add(messages, { requests: counted.queueRequests, usd });
  const { calls, hours } = world.service;
  return {
    kinds,
    batches: calls.filter(({ dryRun }) => dryRun).map(({ input }) => rowsIn(input)),
    statuses: hours().reduce((sum, { ours }) => sum + ours, 0) - calls.length,
  };
}

function kindOf(request: Observed['request'], { units }: Observed['answer']): string {
  if ((units?.writes ?? 0) === 0) return reads;
  const purpose = purposeOf(request);
  if (purpose === undefined) return ofRun;
  if (purpose === 'importId') return ofBatch.accepted;
  const found = Object.entries(ofBatch).find(([event]) => purpose.endsWith(event));
  return found?.[1] ?? ofBatch.planned;
}
