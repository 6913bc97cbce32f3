import { join } from 'node:path';
import { removeFile, writeJson } from '../base/files.ts';
import { describeWithoutEffect } from '../resources/resource-kinds.ts';
import { startMachine, type MachineOptions, type RunningMachine } from './start-machine.ts';
import { refuseOldNode } from '../base/refuse-old-node.ts';

export interface LocalOptions<Addresses> extends MachineOptions {
  /** Runs once every resource exists. Its result is written to `local.json`. */
  readonly afterStart: (running: RunningMachine) => Promise<Addresses>;
}

export interface Running<Addresses> {
  readonly addresses: Addresses;
  /** Stops every process that was started, and removes `local.json`. */
  stop(): Promise<void>;
}

/** Runs synthesized templates on this machine. @throws LocalError, after it has stopped everything */
export async function startLocal<Addresses>(options: LocalOptions<Addresses>): Promise<Running<Addresses>> {
  refuseOldNode();
  const file = join(options.dataDir, 'local.json');
  const running = await startMachine(options);
  const stop = async (): Promise<void> => {
    removeFile(file);
    await running.stop();
  };
  try {
    // A killed system may have left this file, and its ports may now belong to other programs.
    removeFile(file);
    options.log(describeWithoutEffect(running.resources));
    const addresses = await options.afterStart(running);
    writeJson(file, addresses);
    running.open();
    return { addresses, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
