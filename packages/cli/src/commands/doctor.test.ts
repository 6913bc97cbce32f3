import { beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '../doctor/finding.ts';
import {
  attributes,
  deployed,
  executions,
  mapping,
  nameOf,
  notFound,
  notifications,
  scheduleDenied,
  topic,
  type Differs,
} from '../testing/fake-deployment.ts';
import { awsError, fakeStack, queryResult, stackEnv, wholeOutputs } from '../testing/fake-stack.ts';
import { fakeSystem, json, type FakeAnswer } from '../testing/fake-system.ts';

const system = fakeSystem();

async function findings(ending: { status: number }): Promise<Finding[]> {
  const { stdout } = await system.ends('doctor --format json', ending, { env: stackEnv(system) });
  return (JSON.parse(stdout) as { findings: Finding[] }).findings;
}

const wrongIn = (found: readonly Finding[]) =>
  found.filter(({ state }) => state !== 'ok').map(({ check, state }) => `${check} ${state}`);

describe('sluice doctor --stack', () => {
  beforeEach(() => deployed(system));

  it('looks at everything, and finds nothing where nothing is missing', async () => {
    const found = await findings({ status: 0 });
    expect(wrongIn(found)).toEqual([]);
    expect(found.map(({ check }) => check)).toEqual([
      'history',
      'token',
      'droppers',
      'sender',
      'mail',
      'alarms',
      'quota',
      'queues',
      'schedules',
      'tables',
      'notifications',
      'failed messages',
    ]);
    expect(system.seen.filter((one) => nameOf(one).endsWith('/event-source-mappings/uuid-1'))).toHaveLength(
      1,
    );
  });

  it.each<[string, Differs]>([
    ['sender missing', { 'GET /v2/email/identities/flow%40example.com': notFound }],
    ['mail missing', { 'GET /v2/email/account': json({ SendingEnabled: true }) }],
    ['alarms missing', { 'POST GetTopicAttributes': attributes({ SubscriptionsPending: 1 }) }],
    ['quota missing', { 'GET /2016-08-19/account-settings': executions(5) }],
    ['queues missing', { 'GET /2015-03-31/event-source-mappings/uuid-1': mapping('Disabled') }],
    ['schedules missing', { 'GET /schedules/sweep': json({ State: 'DISABLED' }) }],
    ['notifications missing', { 'GET notification': notifications('migrations/') }],
    ['schedules unknown', { 'GET /schedules/sweep': scheduleDenied }],
  ])('finds: %s', async (wrong, differs) => {
    deployed(system, differs);
    expect(wrongIn(await findings({ status: 1 }))).toEqual([wrong]);
  });

  it('looks at topics of alarms that are not of the stack, and may not be let', async () => {
    const ofTeam = 'arn:aws:sns:eu-west-1:1:Team';
    const about = (answer: FakeAnswer): Differs => ({ 'POST Team': answer });
    deployed(system, about(attributes({})), { adopted: `${topic} ${ofTeam}` });
    const found = await findings({ status: 1 });
    expect(found.filter(({ check }) => check === 'alarms').map(({ text }) => text)).toEqual([
      'Alarms has a confirmed subscription.',
      'Alarms has a confirmed subscription.',
      'Nobody subscribes to Team.',
    ]);
    deployed(
      system,
      about(awsError('AuthorizationError', 'not authorized to perform: SNS:GetTopicAttributes')),
      {
        adopted: ofTeam,
      },
    );
    expect(wrongIn(await findings({ status: 1 }))).toEqual(['alarms unknown']);
  });

  it('looks at a table that is in the place of ours', async () => {
    deployed(system, {}, { adoptedTable: 'restored' });
    const found = await findings({ status: 1 });
    expect(found.filter(({ check }) => check === 'tables').map(({ state, text }) => [state, text])).toEqual([
      ['ok', 'runs can be restored to a point in time, and is protected against deletion.'],
      ['missing', 'restored cannot be restored to a point in time.'],
    ]);
  });

  it('looks at a stack of the service too, which has no history, no token and no drops', async () => {
    deployed(system, {}, { only: /SNS|Lambda|SQS/u });
    const found = await findings({ status: 0 });
    expect(found.map(({ check }) => check)).toEqual(['alarms', 'quota', 'queues', 'failed messages']);
  });
});

describe('sluice doctor on this machine', () => {
  it('looks no further at a stack that runs here, where AWS cannot be asked', async () => {
    const StackId = 'arn:aws:cloudformation:us-east-1:000000000000:stack/Flow/local';
    const outputs = Object.entries(wholeOutputs(system)).map(
      ([name, value]) => `<member><OutputKey>${name}</OutputKey><OutputValue>${value}</OutputValue></member>`,
    );
    const described = `<StackId>${StackId}</StackId><Outputs>${outputs.join('')}</Outputs>`;
    const describe = queryResult('DescribeStacks', `<Stacks><member>${described}</member></Stacks>`);
    fakeStack(system, { describe });
    const stdout = ['The import history answers', "The service accepts the flow's token"];
    const ending = { stdout, stderr: 'can be missing on AWS only' };
    await system.ends('doctor', ending, { env: stackEnv(system) });
  });

  it('tries the history and the token, and says what else there is on AWS', async () => {
    system.answer = ({ path }) => (path.startsWith('/history') ? json({ runs: [] }) : json({ ok: true }));
    const stdout = ['The import history answers', "The service accepts the flow's token"];
    await system.ends('doctor', { stdout, stderr: 'can be missing on AWS only: --stack NAME looks' });
  });

  it('finds a token that the service refuses, and a history that does not answer', async () => {
    const error = { code: 'unauthorized', message: 'Unknown token.' };
    system.answer = ({ path }) => (path.startsWith('/history') ? json({}, 500) : json({ ok: false, error }));
    const stdout = [
      /^unknown {2}history {3}The import history answered HTTP 500/mu,
      'Unknown token. Put a working one',
    ];
    await system.ends('doctor', { status: 1, stdout });
  });
});
