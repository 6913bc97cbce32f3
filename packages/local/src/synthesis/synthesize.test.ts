import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../testing/temp-dir.ts';
import { synthesize } from './synthesize.ts';

/** A repository whose app appends to `runs` each time it runs, and writes a manifest. */
function repository(app: string): string {
  const root = tempDir();
  mkdirSync(join(root, 'infra'));
  mkdirSync(join(root, 'packages', 'sheets', 'src'), { recursive: true });
  writeFileSync(
    join(root, 'cdk.json'),
    JSON.stringify({ app: 'node infra/app.mjs', context: { stage: 'default' } }),
  );
  writeFileSync(join(root, 'infra', 'app.mjs'), app);
  writeFileSync(join(root, 'packages', 'sheets', 'src', 'sheet.ts'), 'export const rows = 1;');
  return root;
}

const app = `
  import { appendFileSync, writeFileSync } from 'node:fs';
  appendFileSync('runs', process.env.CDK_CONTEXT_JSON + '\\n');
  writeFileSync(process.env.CDK_OUTDIR + '/manifest.json', '{}');
`;

test('the app runs once for the same sources, and again after a change', async () => {
  const root = repository(app);
  const run = () => synthesize({ root, log: () => undefined });
  const cdkOut = await run();
  expect(existsSync(join(cdkOut, 'manifest.json'))).toBe(true);
  await run();
  const runs = () => readFileSync(join(root, 'runs'), 'utf8').trim().split('\n');
  expect(runs()).toEqual(['{"stage":"default"}']);
  writeFileSync(join(root, 'packages', 'sheets', 'src', 'sheet.test.ts'), 'changes nothing that is deployed');
  await run();
  expect(runs()).toHaveLength(1);
  writeFileSync(join(root, 'packages', 'sheets', 'src', 'sheet.ts'), 'export const rows = 2;');
  await run();
  expect(runs()).toHaveLength(2);
});

test('an app that fails is reported with the reason, and runs again the next time', async () => {
  const root = repository(`console.error('no such construct'); process.exit(3);`);
  const run = () => synthesize({ root, log: () => undefined });
  await expect(run()).rejects.toThrow(/exit 3[^]*no such construct/);
  writeFileSync(join(root, 'infra', 'app.mjs'), app);
  await run();
});

test('processes that synthesize at once, or from changed sources, each get a complete folder', async () => {
  const root = repository(app);
  const run = () => synthesize({ root, log: () => undefined });
  const [first, second] = await Promise.all([run(), run()]);
  expect(second).toBe(first);
  writeFileSync(join(root, 'packages', 'sheets', 'src', 'sheet.ts'), 'export const rows = 3;');
  expect(await run()).not.toBe(first);
  expect(existsSync(join(first, 'manifest.json'))).toBe(true);
});
