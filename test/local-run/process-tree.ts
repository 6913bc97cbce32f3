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

/** The resident memory of all of them, in MB. */
export function megabytesOf(root: number): number {
  const kilobytes = treeOf(root).map((pid) =>
    Number(/^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

/** What Linux counts processor time in, on every system there is: 100 a second. */
const tickMs = 10;

/** The processor time that all of them have had, in milliseconds. */
export function processorMsOf(root: number): number {
  return treeOf(root).reduce((sum, pid) => {
    const stat = read(`/proc/${pid}/stat`);
    // Behind the name, which may hold anything: fields 14 and 15 of the line.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return sum + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tickMs;
  }, 0);
}

export interface MemoryWatch {
  /** The most that was in use at once since the last time, in MB. */
  peak(): number;
  stop(): void;
}

/** Watches the resident memory of a process and all it started, four times a second. */
export function watchMemory(pid: () => number | undefined): MemoryWatch {
  let most = 0;
  const timer = setInterval(() => {
    const root = pid();
    if (root !== undefined) most = Math.max(most, megabytesOf(root));
  }, 250);
  return {
    peak: () => {
      const peak = most;
      most = 0;
      return Math.round(peak);
    },
    stop: () => clearInterval(timer),
  };
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It ended in between.
    return '';
  }
}
