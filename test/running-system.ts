import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAddresses, type Addresses } from '@sluice/demo/addresses';
import { afterAll, beforeAll } from 'vitest';
import { startSluice, type Ended, type Place, type SluiceProcess } from './sluice-process.ts';

export interface RunningSystem {
  /** Where it was started; empty but for its own data. */
  readonly folder: string;
  readonly process: SluiceProcess;
  /** Another command, as a person gives it in the same folder. */
  sluice(...argv: string[]): Promise<Ended>;
  addresses(): Promise<Addresses>;
}

/** `sluice local` in a folder of its own: started before the tests of a block, stopped after them. */
export function runningSystem(name: string): RunningSystem {
  let folder: string;
  let local: SluiceProcess;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), `sluice-${name}-test-`));
    local = await startedIn({ cwd: folder });
  }, 120_000);
  afterAll(async () => {
    local.interrupt();
    await local.ended;
    await rm(folder, { recursive: true, force: true });
  });
  return {
    get folder() {
      return folder;
    },
    get process() {
      return local;
    },
    sluice: (...argv) => startSluice('sluice', argv, { cwd: folder }).ended,
    addresses: () => addressesIn(folder),
  };
}

/** Resolves when the system is ready. */
export async function startedIn(place: Place): Promise<SluiceProcess> {
  const local = startSluice('sluice', ['local'], place);
  await local.said('Stop with Ctrl-C');
  return local;
}

export async function addressesIn(folder: string): Promise<Addresses> {
  const addresses = await readAddresses(join(folder, '.sluice', 'local.json'));
  if (addresses === undefined) throw new Error('It does not run.');
  return addresses;
}
