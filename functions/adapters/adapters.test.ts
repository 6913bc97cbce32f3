import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createHttpService } from './http-service.ts';
import { createSfnMachine } from './sfn-machine.ts';
import { createSqsQueue } from './sqs.ts';
import { outsideWith } from './testing/outside-with.ts';
import { jsonAws, type JsonAnswer } from './testing/json-aws.ts';

const entrySchema = z.object({
  Id: z.string(),
  MessageBody: z.string(),
  MessageGroupId: z.string().optional(),
});
const sentSchema = z.object({ Entries: z.array(entrySchema) });

describe('the queue', () => {
  async function setUp(refuses: (body: string) => boolean) {
    const taken: string[] = [];
    const groups: unknown[] = [];
    const config = await jsonAws((_operation, input) => {
      const { Entries } = sentSchema.parse(input);
      expect(Entries.length).toBeLessThanOrEqual(10);
      const failed = Entries.filter(({ MessageBody }) => refuses(MessageBody));
      const good = Entries.filter((entry) => !failed.includes(entry));
      taken.push(...good.map(({ MessageBody }) => MessageBody));
      groups.push(...good.map(({ MessageGroupId }) => MessageGroupId));
      const Successful = good.map(({ Id }) => ({ Id, MessageId: Id, MD5OfMessageBody: '' }));
      const Failed = failed.map(({ Id }) => ({ Id, Code: 'InternalError', SenderFault: false }));
      return { ok: { Successful, Failed } };
    });
    const client = new SQSClient({ ...config, md5: false });
    const url = `${config.endpoint}/1/batches`;
    const groupOf = ({ batch }: { batch: number }) => `run-${batch}`;
    return { taken, groups, queue: createSqsQueue(outsideWith(client), url, groupOf) };
  }

  it('sends any number of messages, ten a request', async () => {
    const { taken, groups, queue } = await setUp(() => false);
    await queue.send(Array.from({ length: 105 }, (_, batch) => ({ batch })));
    expect(new Set(taken).size).toBe(105);
    expect(groups.slice(0, 2)).toEqual(['run-0', 'run-1']);
  });

  it('sends again what the queue did not accept', async () => {
    const seen = new Set<string>();
    const { taken, queue } = await setUp(
      (body) => body.includes('3') && !seen.has(body) && seen.add(body).size > 0,
    );
    await queue.send([{ batch: 1 }, { batch: 2 }, { batch: 3 }]);
    expect(taken.toSorted()).toEqual(['{"batch":1}', '{"batch":2}', '{"batch":3}']);
  });

  it('throws when a message is refused three times', async () => {
    const { queue } = await setUp(() => true);
    await expect(queue.send([{ batch: 1 }])).rejects.toThrow('1 of 1 messages');
  });
});

describe('the tracking machine', () => {
  const arn = 'arn:aws:states:us-east-1:1:stateMachine:tracking';
  const machine = async (answer: (operation: string, input: unknown) => JsonAnswer) =>
    createSfnMachine(outsideWith(new SFNClient(await jsonAws(answer))), arn);

  it('starts an execution by its name, once', async () => {
    const inputs: unknown[] = [];
    const started = await machine((_operation, input) => {
      inputs.push(input);
      return inputs.length > 1
        ? { error: 'ExecutionAlreadyExists' }
        : { ok: { executionArn: 'x', startDate: 1 } };
    });
    const execution = { name: 'run1-1', input: { runId: 'run1', polls: 0 } };
    expect([await started.start(execution), await started.start(execution)]).toEqual(['started', 'exists']);
    expect(inputs[0]).toEqual({ stateMachineArn: arn, name: 'run1-1', input: '{"runId":"run1","polls":0}' });
  });

  it.each([
    [{ ok: { status: 'RUNNING' } }, true],
    [{ ok: { status: 'SUCCEEDED' } }, false],
    [{ error: 'ExecutionDoesNotExist' }, false],
  ])('reports whether an execution runs: %j', async (answer, isRunning) => {
    const asked: unknown[] = [];
    const described = await machine((_operation, input) => {
      asked.push(input);
      return answer;
    });
    expect(await described.isRunning('run1-1')).toBe(isRunning);
    expect(asked).toEqual([{ executionArn: 'arn:aws:states:us-east-1:1:execution:tracking:run1-1' }]);
  });
});

describe('the service', () => {
  async function setUp(secret: string) {
    let [time, reads] = [0, 0];
    const config = await jsonAws(() => {
      reads += 1;
      return { ok: { SecretString: secret } };
    });
    const secrets = new SecretsManagerClient(config);
    const env = { SERVICE_URL: 'http://127.0.0.1:9', SERVICE_SECRET_ARN: 'arn' };
    const outside = outsideWith(secrets, { now: () => new Date(time) });
    const service = createHttpService(env, outside, { timeoutMs: 1000 });
    return { service, reads: () => reads, pass: (ms: number) => (time += ms) };
  }

  it('keeps its credentials for five minutes, and no longer than they are accepted', async () => {
    const { service, reads, pass } = await setUp('{"apiKey":"k","apiSecret":"s"}');
    await service.connect();
    pass(5 * 60_000 - 1);
    await service.connect();
    expect(reads()).toBe(1);
    pass(1);
    await service.connect();
    expect(reads()).toBe(2);
    service.forgetCredentials();
    await service.connect();
    expect(reads()).toBe(3);
  });

  it('shows no part of a secret that it cannot read (invariant 15)', async () => {
    const { service } = await setUp('{"apiKey":"hidden"}');
    const error = await service.connect().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(Error);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('hidden');
  });
});
