/** `npm run supply-chain`: what is in the lockfile, known flaws of it, and secrets in files. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { lockfileSchema, problemsOf } from './lockfile.ts';
import { findSecrets } from './secrets.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const auditSchema = z.object({
  metadata: z.object({ vulnerabilities: z.record(z.string(), z.number()) }),
});

/** Flaws of the packages that run in production, of those that are known to the registry. */
function audit(): Promise<{ readonly state: string; readonly isBad: boolean }> {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=8000'];
  return new Promise((resolve) => {
    execFile('npm', args, { cwd: root, timeout: 10_000, maxBuffer: 1e8 }, (_, stdout) => {
      const answer = auditSchema.safeParse(jsonOf(stdout));
      if (!answer.success) {
        resolve({ state: 'NOT CHECKED: the source of advisories was not reached', isBad: false });
        return;
      }
      const { high = 0, critical = 0, total = 0 } = answer.data.metadata.vulnerabilities;
      resolve({
        state: `${total}, of which ${high + critical} high or critical`,
        isBad: high + critical > 0,
      });
    });
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const known = audit();
const lockfile = lockfileSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
const problems = [...problemsOf(lockfile), ...(await findSecrets(root))];
const { state, isBad } = await known;

for (const problem of problems) console.error(problem);
console.log(
  `Lockfile and secrets: ${problems.length} problems in ${Object.keys(lockfile.packages).length} packages.`,
);
console.log(`Known flaws: ${state}.`);
if (isBad || problems.length > 0) process.exitCode = 1;
