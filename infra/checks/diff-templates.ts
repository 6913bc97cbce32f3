import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

// After `npm run synth`: the app, run in another folder, writes the same bytes into another one, and `cdk diff` finds nothing.

const root = join(import.meta.dirname, '../..');
const synthesized = join(root, 'cdk.out');
const folder = mkdtempSync(join(tmpdir(), 'sluice-diff-'));
const again = join(folder, 'out');

/** Templates and bundles, by file. */
const hashesIn = (output: string) =>
  new Map(
    globSync(['*.template.json', '*.assets.json', 'asset.*/**/*'], { cwd: output, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [relative(output, file), createHash('sha256').update(readFileSync(file)).digest('hex')]),
  );

execFileSync(process.execPath, [join(root, 'infra/app.ts')], {
  cwd: folder,
  // What CDK says about templates was asked by `npm run synth`.
  env: { ...process.env, CDK_OUTDIR: again, CDK_VALIDATION: 'false' },
  stdio: 'inherit',
});
const [first, second] = [hashesIn(synthesized), hashesIn(again)];
const others = [...second].filter(([file, hash]) => first.get(file) !== hash).map(([file]) => file);
if (second.size < 20 || others.length > 0)
  throw new Error(`${second.size} files, expected at least 20; with other bytes: ${others.join(', ')}`);

for (const stack of ['DataAccessStack', 'BulkImportStack']) {
  const template = join(synthesized, `${stack}.template.json`);
  const diff = ['diff', stack, '--exclusively', '--fail', '--no-notices', '--template', template];
  execFileSync(join(root, 'node_modules/.bin/cdk'), ['--app', again, ...diff], { stdio: 'inherit' });
}
rmSync(folder, { recursive: true });
console.log(`${second.size} files have the same bytes.`);
