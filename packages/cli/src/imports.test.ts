import { build, type Plugin } from 'esbuild';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Follows static imports through this repository; packages of others are listed by name, dynamic imports are not followed. */
const ownStaticImports: Plugin = {
  name: 'own static imports',
  setup: ({ onResolve }) =>
    onResolve({ filter: /./ }, ({ path, kind }) =>
      kind === 'entry-point' || (kind !== 'dynamic-import' && /^(\.|@sluice\/)/.test(path))
        ? undefined
        : { path, external: true },
    ),
};

/** The files and packages that are loaded with a file. */
async function loadedWith(file: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    plugins: [ownStaticImports],
  });
  const loaded = Object.entries(metafile.inputs).flatMap(([name, { imports }]) => [
    name,
    ...imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path),
  ]);
  return [...new Set(loaded)];
}

const runsSystem =
  /packages\/local\/|dynoxide|fauxqs|^aws-|client-(dynamodb|sqs|sfn|sesv2|lambda|secrets)|esbuild/;
const commands = (await readdir(new URL('commands', import.meta.url))).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'local.ts',
);

test.each(['main.ts', ...commands.map((name) => `commands/${name}`)])(
  '%s loads no server, no emulator and no CDK',
  async (file) => {
    expect((await loadedWith(file)).filter((name) => runsSystem.test(name))).toEqual([]);
  },
);

test('help loads no AWS client at all', async () => {
  expect((await loadedWith('main.ts')).filter((name) => name.startsWith('@aws-sdk/'))).toEqual([]);
});

test('only `sluice local` starts the system', async () => {
  expect(await loadedWith('commands/local.ts')).toContain('packages/local/src/start-local.ts');
});

test('only a proposal loads the dictionary of field names', async () => {
  const isDictionary = (name: string) => name.includes('/suggest/words/');
  for (const file of ['main', 'commands/plan', 'commands/profile', 'commands/accept', 'commands/run'])
    expect((await loadedWith(`${file}.ts`)).some(isDictionary), file).toBe(false);
  expect((await loadedWith('commands/suggest.ts')).some(isDictionary)).toBe(true);
});
