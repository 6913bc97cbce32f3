import { readdirSync, readFileSync } from 'node:fs';

/** The processes that a process started, itself included. Linux only. */
export function treeOf(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = /^PPid:\s+(\d+)/m.exec(read(`/proc/${name}/status`))?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const within = (pid: number): boolean => pid === root || (pid > 1 && within(parents.get(pid) ?? 0));
  return [...parents.keys()].filter(within);
}

/** The unit in which Linux reports processor time: 100 a second. */
const tickMs = 10;

/** The processor time of these processes together, in milliseconds. */
export function processorMsOf(root: number): number {
  return treeOf(root).reduce((sum, pid) => {
    const stat = read(`/proc/${pid}/stat`);
    // Fields 14 and 15 of the line. The name before them may contain any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return sum + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tickMs;
  }, 0);
}

/** The resident memory of these processes together, in MB; what they share is counted once. */
export function residentMbOf(root: number): number {
  const kilobytes = treeOf(root).map((pid) => /^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1]);
  return Math.round(kilobytes.reduce((sum, one) => sum + Number(one ?? 0), 0) / 1024);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended in the meantime.
    return '';
  }
}
