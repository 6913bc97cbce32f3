import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { synthesize } from '@sluice/local';
import { tempDir } from '@sluice/local/testing/temp-dir';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The files of a folder, each with the hash of its bytes, without what Node compiled while functions ran. */
const hashesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    globSync('**/*', { cwd: folder, withFileTypes: true, exclude: ['compiled'] })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => {
        const file = join(parentPath, name);
        const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
        return [file.slice(folder.length + 1), hash] as const;
      })
      .toSorted(),
  );

it('the templates and bundles have the same bytes from any working folder, into any folder', async () => {
  const [elsewhere, output] = [tempDir(), tempDir()];
  const again = promisify(execFile)(process.execPath, [join(root, 'infra/app.ts')], {
    cwd: elsewhere,
    env: { ...process.env, CDK_OUTDIR: output },
  });
  // The local system keeps what it synthesized of these sources, so this is seldom a second synthesis.
  const first = await synthesize({ root, log: () => {} });
  await again;
  const hashes = hashesIn(first);
  expect(Object.keys(hashes).length).toBeGreaterThan(20);
  expect(hashesIn(output)).toEqual(hashes);
}, 300_000);
