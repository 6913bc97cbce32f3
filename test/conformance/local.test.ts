import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAddresses } from '@sluice/local';
import { afterAll, beforeAll } from 'vitest';
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
