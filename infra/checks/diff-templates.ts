import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// After `npm run synth`: `cdk diff` of each stack against what was synthesized, each time from another folder and into
// another one. A template contains the hashes of its bundles, so any other byte would be a difference.

const root = join(import.meta.dirname, '../..');
const cdk = join(root, 'node_modules/.bin/cdk');

for (const stack of ['DataAccessStack', 'BulkImportStack']) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-diff-'));
  const app = `node "${join(root, 'infra/app.ts')}"`;
  const template = join(root, `cdk.out/${stack}.template.json`);
  const diff = ['diff', stack, '--exclusively', '--fail', '--no-notices', '--template', template];
  execFileSync(cdk, ['--app', app, '--output', join(folder, 'out'), ...diff], {
    cwd: folder,
    stdio: 'inherit',
  });
  rmSync(folder, { recursive: true });
}
