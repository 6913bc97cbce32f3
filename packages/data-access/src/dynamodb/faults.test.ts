import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TableBusyError } from '@sluice/aws-kit/dynamodb';
import { afterEach, describe, expect, it } from 'vitest';
import { aRecord, asNew, changed, anImport } from '../testing/builders.ts';
import { onDynamo } from '../testing/on-dynamo.ts';
import { newSite } from '../testing/new-site.ts';
import { createDynamoStore } from './index.ts';

const pauses: number[] = [];
const sleep = async (ms: number) => void pauses.push(ms);
const { emulator, store } = onDynamo({ sleep, random: () => 0.5 });

afterEach(() => emulator.client.middlewareStack.remove('fault'));

type Answer = { output: Record<string, unknown>; response: unknown };

/** Changes the first answers to a command, in the middleware of the client itself. */
function fault(
  command: string,
  times: number,
  change: (next: () => Promise<Answer>) => Promise<Answer>,
): void {
  let left = times;
  emulator.client.middlewareStack.add(
    (next, context) => async (args) => {
      if (context.commandName !== command || left === 0) return next(args);
      left -= 1;
      // The answer has the shape of the SDK's.
      return (await change(async () => (await next(args)) as unknown as Answer)) as never;
    },
    { step: 'initialize', name: 'fault', override: true },
  );
}

const named = (name: string) => Object.assign(new Error(name), { name });
const cancelled = (Code: string) =>
  new TransactionCanceledException({
    message: 'Cancelled',
    $metadata: {},
    CancellationReasons: [{ Code: 'None' }, { Code }],
  });
const lostReply = async (next: () => Promise<Answer>): Promise<Answer> => {
  await next();
  throw named('TimeoutError');
};

describe('a transaction', () => {
  it.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'that ends with %s is retried after growing pauses (invariant 16)',
    async (code) => {
      pauses.length = 0;
      fault('TransactWriteItemsCommand', 3, async () => {
        throw cancelled(code);
      });
      const site = newSite();
      expect(await store.records.writeTogether(site, [asNew(aRecord(1)), asNew(aRecord(2))])).toBe('written');
      expect(pauses).toEqual([25, 50, 100]);
      expect(await store.records.getMany(site, [aRecord(1), aRecord(2)])).toEqual([aRecord(1), aRecord(2)]);
    },
  );

  it('that conflicts for ever ends with an error, and nothing is written (invariant 16)', async () => {
    fault('TransactWriteItemsCommand', 1000, async () => {
      throw cancelled('TransactionConflict');
    });
    const site = newSite();
    await expect(store.records.writeTogether(site, [asNew(aRecord(1))])).rejects.toThrow(TableBusyError);
    expect(await store.records.get(site, aRecord(1))).toBeUndefined();
  });

  it('whose reply is lost is sent again and recognized as its own', async () => {
    const site = newSite();
    fault('TransactWriteItemsCommand', 1, lostReply);
    expect(await store.records.writeTogether(site, [asNew(aRecord(1))])).toBe('written');
    expect((await store.records.get(site, aRecord(1)))?.version).toBe(1);
  });
});

describe('a batch of statements', () => {
  it('detects how to write updates, even if its first batch also has inserts', async () => {
    const site = newSite();
    const [first, second] = [aRecord(1), aRecord(2)];
    await store.records.write(site, [asNew(first)]);
    const fresh = createDynamoStore({ client: emulator.client, table: 'service' });
    const writes = [asNew(second), changed(first)];
    expect(await fresh.records.write(site, writes)).toEqual(['written', 'written']);
    expect((await fresh.records.get(site, first))?.version).toBe(2);
  });

  it('sends again only those that were throttled', async () => {
    const site = newSite();
    const all = Array.from({ length: 30 }, (_, n) => aRecord(n));
    fault('BatchExecuteStatementCommand', 2, async (next) => {
      const answer = await next();
      const { Responses } = answer.output as { Responses: object[] };
      const throttled = { Error: { Code: 'ThrottlingError' } };
      return {
        ...answer,
        output: {
          ...answer.output,
          Responses: Responses.map((each, at) => (at % 3 === 0 ? throttled : each)),
        },
      };
    });
    // The emulator applied the "throttled" write, so the repeat finds its own write.
    expect(new Set(await store.records.write(site, all.map(asNew)))).toEqual(new Set(['written']));
    expect(await store.records.getMany(site, all)).toEqual(all);
  });

  it('whose reply is lost is sent again and recognized as its own', async () => {
    const site = newSite();
    const next = changed(aRecord(1));
    await store.records.write(site, [asNew(aRecord(1))]);
    fault('BatchExecuteStatementCommand', 1, lostReply);
    expect(await store.records.write(site, [next])).toEqual(['written']);
  });

  it('fails on a permanent error', async () => {
    fault('BatchExecuteStatementCommand', 1, async (next) => {
      const answer = await next();
      return { ...answer, output: { Responses: [{ Error: { Code: 'AccessDenied' } }] } };
    });
    await expect(store.records.write(newSite(), [asNew(aRecord(1))])).rejects.toThrow('AccessDenied');
  });
});

describe('a batch of reads', () => {
  it('requests unprocessed keys again', async () => {
    const site = newSite();
    const all = Array.from({ length: 20 }, (_, n) => aRecord(n));
    await store.records.write(site, all.map(asNew));
    fault('BatchGetItemCommand', 1, async (next) => {
      const answer = await next();
      const { service = [] } = answer.output['Responses'] as { service?: { pk: unknown; sk: unknown }[] };
      const Keys = service.slice(5).map(({ pk, sk }) => ({ pk, sk }));
      const UnprocessedKeys = { service: { Keys } };
      return { ...answer, output: { Responses: { service: service.slice(0, 5) }, UnprocessedKeys } };
    });
    expect(await store.records.getMany(site, all)).toEqual(all);
  });
});

describe('an import', () => {
  it('whose update lost its reply recognizes that update as its own, and no other', async () => {
    const first = anImport({ siteId: newSite() });
    await store.imports.create(first);
    const next = { ...first, version: 2, owner: 'me' };
    fault('PutItemCommand', 1, lostReply);
    expect(await store.imports.update(next)).toBe(true);
    expect(await store.imports.update({ ...next, owner: 'another' })).toBe(false);
  });
});
