import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { treeOf } from '../../test/local-run/process-tree.ts';

export interface Peak {
  readonly name: string;
  readonly megabytes: number;
}

/** Shells that only hold others on a leash have less. */
const leastMegabytes = 4;

/** The most resident memory of each process of a tree since its start, as the kernel counts it. Linux only. */
export function peaksOf(root: number): Peak[] {
  const all = treeOf(root).map((pid) => {
    const peak = /^VmHWM:\s+(\d+) kB/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    // Options have no part in the name.
    const name = words.filter((word) => word !== '' && !word.startsWith('-')).slice(0, 3);
    return { name: name.map((word) => basename(word)).join(' '), megabytes: Number(peak) / 1024 };
  });
  return all.filter(({ megabytes }) => megabytes >= leastMegabytes);
}

/** The bytes of all files in a folder. */
export function bytesUnder(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
