/**
 * Upgrades, takes the upgrade back, and upgrades again, while a run waits for approval: `npm run upgrade`. The newer version is
 * these sources with a few more fields, synthesized and bundled by itself. Exit codes: 0 when all held, 1 when something did not.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { applied } from '../mutants/change.ts';
import { createScratch } from '../mutants/scratch.ts';
import { startedIn } from '../running-system.ts';
import { startSluice, type Ended } from '../sluice-process.ts';
import { newFields, newFormat } from './newer-version.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cwd = await mkdtemp(join(tmpdir(), 'sluice-upgrade-'));
const newer = createScratch(root);
const runSchema = z.object({
  runId: z.string(),
  status: z.string(),
  counts: z.looseObject({ created: z.int() }),
  approval: z.object({ plan: z.object({ sha256: z.string() }) }).optional(),
});

/** Runs one version on the data of all, until the step is over. */
async function on(version: string, does: string, step: (sluice: Sluice) => Promise<void>): Promise<void> {
  console.log(`${version === root ? 'this version ' : 'newer version'}: ${does}`);
  const local = await startedIn({ cwd, root: version });
  try {
    await step((...argv) => startSluice('sluice', argv, { cwd, root: version }).ended);
  } finally {
    local.interrupt();
    await local.ended;
  }
}
type Sluice = (...argv: string[]) => Promise<Ended>;

function check(ended: Ended, status: number, words = ''): Ended {
  const said = `${ended.stdout}${ended.stderr}`;
  if (ended.status !== status || !said.includes(words))
    throw new Error(`Expected exit code ${status} and "${words}"; got ${ended.status} and:\n${said}`);
  return ended;
}
const runIn = ({ stdout }: Ended) => runSchema.parse(JSON.parse(stdout));

try {
  await writeFile(join(cwd, 'ask.json'), '{"schema":"client","lookup":"email","approval":"ask"}');
  await writeFile(join(cwd, 'people.csv'), 'name,email\nAda,ada@example.org\nBen,ben@example.org\n');
  applied(newer.folder, newFields);
  let runId = '';
  let plan = '';
  await on(newer.folder, 'a drop waits for approval', async (sluice) => {
    check(await sluice('profile', 'ask.json'), 0);
    const asked = runIn(check(await sluice('drop', 'people.csv', '--profile', 'ask', '--format', 'json'), 3));
    ({ runId } = asked);
    plan = asked.approval?.plan.sha256 ?? '';
  });
  await on(root, 'it is approved, imported and undone', async (sluice) => {
    const { status, counts } = runIn(
      check(await sluice('approve', runId, '--plan', plan, '--format', 'json'), 0),
    );
    if (status !== 'succeeded' || counts.created !== 2) throw new Error(`It ended ${status}.`);
    check(await sluice('undo', runId), 0);
  });
  await on(newer.folder, 'nothing that it added was lost', async (sluice) => {
    const { status } = runIn(check(await sluice('run', runId, '--format', 'json'), 0));
    if (status !== 'undone') throw new Error(`It is ${status}.`);
    // Each item is compared with what its history makes of it, so that a field which went is reported.
    check(await sluice('audit', 'verify'), 0, 'Nothing was altered');
  });
  applied(newer.folder, [newFormat]);
  await on(newer.folder, 'a drop in a format that this version does not know', async (sluice) => {
    await writeFile(join(cwd, 'more.csv'), 'name,email\nCleo,cleo@example.org\n');
    ({ runId } = runIn(check(await sluice('drop', 'more.csv', '--profile', 'ask', '--format', 'json'), 3)));
  });
  await on(root, 'it is refused, and not touched', async (sluice) => {
    check(await sluice('cancel', runId), 4, 'Deploy the newer one again');
  });
  await on(newer.folder, 'it goes on', async (sluice) => {
    check(await sluice('cancel', runId), 0);
    check(await sluice('audit', 'verify'), 0, 'Nothing was altered');
  });
  console.log('Nothing was lost.');
} finally {
  newer.remove();
  await rm(cwd, { recursive: true, force: true });
}
