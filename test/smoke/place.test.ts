import { fakeStack, stackEnv, wholeOutputs } from '@sluice/cli/testing/fake-stack';
import { fakeSystem } from '@sluice/cli/testing/fake-system';
import { expect, it } from 'vitest';
import { openPlace } from './place.ts';
import { OptionError, placeWords, readOptions } from './settings.ts';

const system = fakeSystem();
const { signal } = new AbortController();
const options = readOptions(['--stack', 'Flow', '--approver-profile', 'boss'], {});

function placeWith(...names: string[]) {
  const outputs = Object.entries(wholeOutputs(system)).filter(([name]) => names.includes(name));
  fakeStack(system, { outputs: Object.fromEntries(outputs) });
  return openPlace(options, stackEnv(system), signal);
}
const flow = ['DropBucket', 'FilesBucket', 'HistoryUrl', 'ServiceUrl', 'ServiceSecretArn'];

it('finds both halves of a stack, and who may approve', async () => {
  const place = await placeWith(...flow, 'ControlUrl');
  expect(place).toMatchObject({ missing: { flow: undefined, service: undefined }, panel: [] });
  expect(place).toMatchObject({
    title: 'Flow in eu-west-1',
    buckets: { drops: 'drops' },
    second: expect.anything(),
  });
});

it('names what a flow with somebody else’s service lacks', async () => {
  const { missing } = await placeWith(...flow);
  expect(missing).toMatchObject({
    flow: undefined,
    service: expect.stringContaining('no control panel of ours'),
  });
});

it('names what a service alone lacks, and finds its control panel by the address', async () => {
  const place = await placeWith('ServiceUrl', 'ControlUrl');
  const url = `${system.origin}/control`;
  expect(place).toMatchObject({ buckets: undefined, second: undefined, panel: ['--url', url] });
  expect(place.missing).toMatchObject({
    flow: expect.stringContaining('not a stack of the flow'),
    service: undefined,
  });
});

it('takes the stack from the environment too, and refuses options that have no effect', () => {
  expect(placeWords(readOptions(['--region', 'eu-west-1'], { SLUICE_STACK: 'Flow' }), 'boss')).toEqual([
    '--stack',
    'Flow',
    '--region',
    'eu-west-1',
    '--aws-profile',
    'boss',
  ]);
  expect(() => readOptions(['--region', 'eu-west-1'], {})).toThrow(OptionError);
  expect(() => readOptions(['--fast'], {})).toThrow(/--fast.*npm run smoke/su);
});

it('tries every case of the conformance suite, or one in so many', () => {
  const shareOf = (...argv: string[]) => readOptions(argv, {}).share;
  expect(shareOf()).toEqual({ every: 1, from: 0 });
  expect(shareOf('--every', '3', '--from', '2')).toEqual({ every: 3, from: 2 });
  // No case would be tried.
  for (const from of ['3', '-1', 'x'])
    expect(() => shareOf('--every', '3', `--from=${from}`)).toThrow(OptionError);
  expect(() => shareOf('--every', '0')).toThrow(OptionError);
});
