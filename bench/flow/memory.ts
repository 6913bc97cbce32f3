import { readdirSync, readFileSync } from 'node:fs';

export interface MemoryWatch {
  /** The most that was in use at once, in MB. */
  stop(): number;
}

/** Watches the resident memory of a process and all it started, four times a second. Linux only. */
export function watchMemory(pid: () => number | undefined): MemoryWatch {
  let peak = 0;
  const timer = setInterval(() => {
    const root = pid();
    if (root !== undefined) peak = Math.max(peak, treeMegabytes(root));
  }, 250);
  return {
    stop: () => {
      clearInterval(timer);
      return Math.round(peak);
    },
  };
}

function treeMegabytes(root: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = /^PPid:\s+(\d+)/m.exec(statusOf(Number(name)))?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const within = (pid: number): boolean => pid === root || (pid > 1 && within(parents.get(pid) ?? 0));
  return [...parents.keys()].filter(within).reduce((sum, pid) => sum + residentMegabytes(pid), 0);
}

function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(statusOf(pid))?.[1] ?? 0) / 1024;
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // It ended in between.
    return '';
  }
}
