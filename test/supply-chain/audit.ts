import { execFile } from 'node:child_process';
import * as z from 'zod';

const auditSchema = z.object({
  metadata: z.object({
    vulnerabilities: z.object({ high: z.int(), critical: z.int(), total: z.int() }),
  }),
});

export interface KnownFlaws {
  readonly state: string;
  readonly isBad: boolean;
}

/** Known flaws of the packages that run in production. Without an answer of the registry, that is the state. */
export function audit(root: string): Promise<KnownFlaws> {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=8000'];
  return new Promise((resolve) => {
    // It also ends with an error when there are flaws.
    execFile('npm', args, { cwd: root, timeout: 10_000, maxBuffer: 1e8 }, (_, stdout) =>
      resolve(flawsIn(stdout)),
    );
  });
}

/** What `npm audit --json` printed. */
export function flawsIn(stdout: string): KnownFlaws {
  try {
    const { high, critical, total } = auditSchema.parse(JSON.parse(stdout)).metadata.vulnerabilities;
    return { state: `${total}, of which ${high + critical} high or critical`, isBad: high + critical > 0 };
  } catch {
    return { state: 'NOT CHECKED: the source of advisories was not reached', isBad: false };
  }
}
