import { readFileSync, writeFileSync } from 'node:fs';

/** The most memory that this process had at once since the reset, all of it resident. Linux only; else since it began. */
export function peakMegabytes(): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
}

export function resetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Then it is the most since the process began.
  }
}
