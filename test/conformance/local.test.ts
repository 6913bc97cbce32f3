import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAddresses } from '@sluice/local';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allCases } from '../bad-input/all-cases.ts';
import { seedOf } from '../bad-input/chance.ts';
import { known } from '../bad-input/known.ts';
import { sampleOf } from '../bad-input/sample.ts';
import { tryCase } from '../bad-input/try-case.ts';
import { startSluice, type SluiceProcess } from '../sluice-process.ts';
import { createCaller, type Caller } from './caller.ts';
import { describeCases } from './describe-cases.ts';
import { httpControl } from './http-control.ts';
import { httpPort } from './http-port.ts';
import { prepare } from './prepare.ts';

let cwd: string;
let local: SluiceProcess;
let site: Caller;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'sluice-conformance-'));
  local = startSluice('sluice', ['local'], cwd);
  await local.said('Stop with Ctrl-C');
  const addresses = await readAddresses(join(cwd, '.sluice', 'local.json'));
  if (addresses === undefined) throw new Error('It does not run.');
  const given = await prepare(httpControl(addresses.control));
  site = createCaller(httpPort(addresses.dataAccess.baseUrl), given);
}, 120_000);

afterAll(async () => {
  local.interrupt();
  await local.ended;
  await rm(cwd, { recursive: true, force: true });
});

describeCases(() => site);

test('bad input over HTTP meets no fault of ours', async () => {
  const seed = seedOf(process.env, Date.now());
  const sample = sampleOf(allCases(await known(site)), seed, 20);
  console.log(`${sample.length} requests over HTTP: SLUICE_BAD_INPUT_SEED=${seed}`);
  const problems: string[] = [];
  const queue = sample.values();
  const worker = async (): Promise<void> => {
    for (const asked of queue) problems.push(...(await tryCase(asked, site)));
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  expect(problems.slice(0, 20), `${problems.length} of ${sample.length}`).toEqual([]);
  expect(sample.length).toBeGreaterThan(300);
}, 120_000);
