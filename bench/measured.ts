import { readFileSync, writeFileSync } from 'node:fs';

export interface Measured {
  readonly records: number;
  readonly ms: number;
  /** The processor time of the thread that runs it, and of all threads, such as those that collect garbage. */
  readonly threadMs: number;
  readonly processorMs: number;
  /** The most resident memory of the process in that time, including Node. */
  readonly peakMegabytes: number;
}

/** Measures this process while `run` handles records. This module loads nothing else, so the memory is that of `run`. */
export async function measured(run: () => Promise<number>): Promise<Measured> {
  resetPeak();
  const [begun, thread, all] = [performance.now(), process.threadCpuUsage(), process.cpuUsage()];
  const records = await run();
  return {
    records,
    ms: performance.now() - begun,
    threadMs: sumOf(process.threadCpuUsage(thread)),
    processorMs: sumOf(process.cpuUsage(all)),
    peakMegabytes: peakMegabytes(),
  };
}

const sumOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

/** The peak since the reset. Only Linux has the reset; elsewhere, since the start of the process. */
function peakMegabytes(): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
}

function resetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Without the reset, the peak counts from the start of the process.
  }
}
