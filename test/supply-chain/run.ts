/** `npm run supply-chain`: what is in the lockfile, known flaws of it, and secrets in files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { audit } from './audit.ts';
import { lockfileSchema, problemsOf } from './lockfile.ts';
import { findSecrets } from './secrets.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const known = audit(root);
const lockfile = lockfileSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
const problems = [...problemsOf(lockfile), ...(await findSecrets(root))];
const { state, isBad } = await known;

for (const problem of problems) console.error(problem);
const packages = Object.keys(lockfile.packages).length;
console.log(`Lockfile and secrets: ${problems.length} problems in ${packages} packages and all files.`);
console.log(`Known flaws: ${state}.`);
if (isBad || problems.length > 0) process.exitCode = 1;
