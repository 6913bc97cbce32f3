import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** The processes of pages of a browser, on Linux. Elsewhere none is known. */
export function pageProcesses(browser: number) {
  const pages = descendants(browser).filter(({ pid }) => isOfPage(pid));
  const processorSeconds = (): number => Math.max(0, ...pages.map(({ pid }) => processorOf(pid)));
  let before = 0;
  return {
    /** From now on the peaks count, and the time. */
    reset: (): void => {
      for (const { pid } of pages) attempt(() => writeFileSync(`/proc/${pid}/clear_refs`, '5'));
      before = processorSeconds();
    },
    processorSeconds: (): number => processorSeconds() - before,
    /** The most resident memory of one of them since then; below 0 where it is not known. */
    peakMegabytes: (): number => Math.max(-1, ...pages.map(({ pid }) => peakOf(pid))),
  };
}

interface Process {
  readonly pid: number;
  readonly parent: number;
}

function descendants(root: number): Process[] {
  const all = attempt(() => readdirSync('/proc').filter((name) => /^\d+$/.test(name))) ?? [];
  const processes = all.flatMap((name): Process[] => {
    const [, parent] =
      /\) \S (\d+)/.exec(attempt(() => readFileSync(`/proc/${name}/stat`, 'utf8')) ?? '') ?? [];
    return parent === undefined ? [] : [{ pid: Number(name), parent: Number(parent) }];
  });
  const of = (parent: number): Process[] =>
    processes.filter((one) => one.parent === parent).flatMap((one) => [one, ...of(one.pid)]);
  return of(root);
}

/** Chromium names such a process `--type=renderer`, Firefox ends its command by `tab`. */
function isOfPage(pid: number): boolean {
  const command = attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '';
  return /[\0 ](?:--type=renderer[\0 ]|tab\0*$)/.test(command);
}

function peakOf(pid: number): number {
  const status = attempt(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? '';
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

/** Of all its threads. Linux counts in hundredths of a second. */
function processorOf(pid: number): number {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? '';
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
  return (user + system) / 100;
}

/** Undefined for a process that has ended, or a system without `/proc`. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
