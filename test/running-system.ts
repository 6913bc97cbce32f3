import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCaptured, type Captured } from '@sluice/cli/testing/captured';
import { readAddresses, type Addresses } from '@sluice/demo/addresses';
import { afterAll, beforeAll } from 'vitest';
import { startSluice, type Place, type SluiceProcess } from './sluice-process.ts';

export interface RunningSystem {
  /** Where it was started; empty but for its own data. */
  readonly folder: string;
  readonly process: SluiceProcess;
  /** Another command, as a person gives it in the same folder; in this process, since a start takes longer than most do. */
  sluice(...argv: string[]): Promise<Captured>;
  addresses(): Promise<Addresses>;
}

/** `sluice local` in a folder of its own: started before the tests of a block, stopped after them. */
export function runningSystem(name: string): RunningSystem {
  let folder: string;
  let local: SluiceProcess;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), `sluice-${name}-test-`));
    local = await startedIn({ cwd: folder });
    // On a machine that does much else, a first start has taken two minutes.
  }, 300_000);
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
    sluice: (...argv) => runCaptured(argv, { cwd: folder, env: process.env, waits: true }),
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
