import { readFileSync } from 'node:fs';
import { startLocal, type LocalSystem } from '../local-run/local-system.ts';
import { treeOf } from '../local-run/process-tree.ts';
import { openInside, type Inside } from './ledger-of.ts';

/** A system that is killed and started again on the same data. */
export interface KilledSystem {
  readonly local: LocalSystem;
  readonly inside: Inside;
  /** `kill -9` of every process of it at once, and a start on what they left. */
  killAll(): Promise<void>;
  /** `kill -9` of the database alone. */
  killDatabase(): void;
  end(): Promise<void>;
}

export async function startSystem(folder: string): Promise<KilledSystem> {
  let local = await startLocal(folder);
  let inside = await openInside(folder, local.addresses);
  return {
    get local() {
      return local;
    },
    get inside() {
      return inside;
    },
    killAll: async () => {
      inside.close();
      for (const pid of treeOf(local.child.pid ?? 0)) kill(pid);
      await local.ended;
      local = await startLocal(folder);
      inside = await openInside(folder, local.addresses);
    },
    killDatabase: () => {
      // The shell that holds its leash has the same words on its command line.
      const pid = treeOf(local.child.pid ?? 0).find((one) =>
        /^(?!\/bin\/sh).*--db-path/.test(commandOf(one)),
      );
      if (pid === undefined) throw new Error('There is no process of a database.');
      kill(pid);
    },
    end: async () => {
      inside.close();
      await local.release();
    },
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended with its parent.
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
