import { readFileSync, writeFileSync } from 'node:fs';

export interface Measured {
  readonly records: number;
  readonly ms: number;
  /** The most resident memory of the process meanwhile, Node included. */
  readonly peakMegabytes: number;
}

/** Measures this process while it handles records. It loads nothing else, so that the memory is that of `run`. */
export async function measured(run: () => Promise<number>): Promise<Measured> {
  resetPeak();
  const begun = performance.now();
  const records = await run();
  return { records, ms: performance.now() - begun, peakMegabytes: peakMegabytes() };
}

/** Since the reset; elsewhere than on Linux, since the process began. */
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
    // Then the peak counts from the beginning of the process.
  }
}
