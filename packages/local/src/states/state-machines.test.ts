import { SFN } from '@aws-sdk/client-sfn';
import { expect, onTestFinished, test, vi } from 'vitest';
import { frontClient } from '../testing/front-fixture.ts';
import { StateMachines } from './state-machines.ts';

const stateMachineArn = 'arn:aws:states:us-east-1:000000000000:stateMachine:track';
const look = 'arn:aws:lambda:us-east-1:000000000000:function:look';
const anybody = { refusalOfRole: () => undefined };
type Invoke = (name: string, event: string) => Promise<{ ok: boolean; payload: string }>;

async function start(states: object, invoke: Invoke): Promise<{ client: SFN; machines: StateMachines }> {
  const machines = new StateMachines(
    { speed: 1000, now: () => new Date(), invoke, authority: anybody },
    () => 'made-up',
  );
  machines.create('track', JSON.stringify({ StartAt: 'First', States: states }), 'role');
  onTestFinished(() => machines.stop());
  const client = await frontClient(SFN, (front) => front.operations('AWSStepFunctions', machines.operations));
  return { client, machines };
}

async function ended(client: SFN, executionArn: string | undefined) {
  return vi.waitFor(async () => {
    const described = await client.describeExecution({ executionArn });
    expect(described.status).not.toBe('RUNNING');
    return described;
  });
}

/** Polls until its task reports that it is done. Written as CDK writes it. */
const polling = {
  First: {
    Type: 'Task',
    Resource: look,
    Retry: [{ ErrorEquals: ['Lambda.ServiceException'], IntervalSeconds: 2, MaxAttempts: 2, BackoffRate: 2 }],
    Next: 'Done?',
  },
  'Done?': {
    Type: 'Choice',
    Choices: [{ Variable: '$.next', StringEquals: 'wait', Next: 'Wait' }],
    Default: 'End',
  },
  Wait: { Type: 'Wait', SecondsPath: '$.waitSeconds', Next: 'First' },
  End: { Type: 'Succeed' },
};

test('a machine polls and waits until its task reports that it is done', async () => {
  const invoke: Invoke = async (name, event) => {
    expect(name).toBe(look);
    const { polls } = JSON.parse(event);
    const next = polls < 3 ? 'wait' : 'done';
    return { ok: true, payload: JSON.stringify({ polls: polls + 1, next, waitSeconds: 30 }) };
  };
  const { client } = await start(polling, invoke);
  const input = JSON.stringify({ polls: 0 });
  const { executionArn } = await client.startExecution({ stateMachineArn, name: 'run-1', input });
  const { status, output } = await ended(client, executionArn);
  expect(status).toBe('SUCCEEDED');
  expect(JSON.parse(output ?? '')).toEqual({ polls: 4, next: 'done', waitSeconds: 30 });
});

test('an execution name is used once, and starting a running execution again returns it', async () => {
  const { client, machines } = await start(
    { First: { Type: 'Wait', Seconds: 3600, End: true } },
    vi.fn<Invoke>(),
  );
  const begin = (input: string) => client.startExecution({ stateMachineArn, name: 'one', input });
  const { executionArn } = await begin('{"a":1}');
  expect((await begin('{"a":1}')).executionArn).toBe(executionArn);
  await expect(begin('{"a":2}')).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
  machines.stop();
  expect((await ended(client, executionArn)).status).toBe('ABORTED');
  await expect(begin('{"a":1}')).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
});

test('an error of a task is retried, and then ends the execution under its name', async () => {
  const invoke = vi.fn<Invoke>(async () => ({
    ok: false,
    payload: '{"errorType":"Lambda.ServiceException"}',
  }));
  const { client } = await start(polling, invoke);
  const { executionArn } = await client.startExecution({ stateMachineArn, input: '{}' });
  expect(await ended(client, executionArn)).toMatchObject({
    status: 'FAILED',
    error: 'Lambda.ServiceException',
  });
  expect(invoke).toHaveBeenCalledTimes(3);
  expect(executionArn).toMatch(/:made-up$/);
});

test('a state of more than 256 KiB fails the execution', async () => {
  const { client } = await start(polling, async () => ({
    ok: true,
    payload: JSON.stringify('x'.repeat(262_144)),
  }));
  const { executionArn } = await client.startExecution({ stateMachineArn, input: '{}' });
  expect(await ended(client, executionArn)).toMatchObject({
    status: 'FAILED',
    error: 'States.DataLimitExceeded',
  });
});

test('a state that cannot be run is named when the machine is made', () => {
  const machines = new StateMachines(
    { speed: 1, now: () => new Date(), invoke: vi.fn<Invoke>(), authority: anybody },
    () => 'id',
  );
  const create = (state: object) =>
    machines.create('m', JSON.stringify({ StartAt: 'Odd', States: { Odd: state } }), 'role');
  for (const [state, why] of [
    [{ Type: 'Task', Resource: 'arn:aws:states:::sns:publish' }, 'state Odd: the resource'],
    [{ Type: 'Pass', QueryLanguage: 'JSONata' }, 'only JSONPath'],
    [{ Type: 'Map' }, 'not run here'],
    [{ Type: 'Wait', TimestampPath: '$.at' }, 'waits until a time'],
  ] as const)
    expect(() => create({ ...state, End: true })).toThrow(why);
});
