import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { startMachine, type MachineOptions, type RunningMachine } from '../machine/start-machine.ts';
import { writeFlow } from './flow-fixture.ts';

/** A machine with the stack of `writeFlow` for all tests of a file, since a start takes seconds. */
export function runningMachine(options: Partial<MachineOptions> = {}): RunningMachine {
  const running = {} as RunningMachine;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-local-'));
    const [cdkOut, dataDir] = [writeFlow(join(folder, 'cdk.out')), join(folder, 'data')];
    Object.assign(running, await startMachine({ cdkOut, dataDir, log: () => undefined, ...options }));
  });
  afterAll(async () => {
    await running.stop();
    rmSync(folder, { recursive: true });
  });
  return running;
}
