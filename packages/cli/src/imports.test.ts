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

const commands = (await readdir(new URL('commands', import.meta.url)))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => `commands/${name}`);

const { metafile } = await build({
  entryPoints: ['program/main.ts', ...commands].map((file) => fileURLToPath(new URL(file, import.meta.url))),
  bundle: true,
  write: false,
  metafile: true,
  format: 'esm',
  platform: 'node',
  outdir: 'unused',
  splitting: true,
  plugins: [ownStaticImports],
});

/** The files and packages that are loaded with a file of this folder. */
function loadedWith(file: string): string[] {
  const found = new Set(
    Object.keys(metafile.inputs).filter((name) => name.endsWith(`packages/cli/src/${file}`)),
  );
  // A set also visits what is added meanwhile.
  for (const name of found)
    for (const { path, kind } of metafile.inputs[name]?.imports ?? [])
      if (kind === 'import-statement') found.add(path);
  return [...found];
}

const runsSystem =
  /packages\/local\/|dynoxide|fauxqs|^aws-|client-(dynamodb|sqs|sfn|sesv2|lambda|secrets)|esbuild/;
test.each(['program/main.ts', ...commands.filter((file) => file !== 'commands/local.ts')])(
  '%s loads no server, no emulator and no CDK',
  (file) => {
    expect(loadedWith(file).filter((name) => runsSystem.test(name))).toEqual([]);
  },
);

test('help loads no AWS client at all, and nothing that reads sheets or checks records', () => {
  const heavy =
    /^@aws-sdk\/|packages\/(?:import-plan|sheets(?!\/src\/model\/encodings)|contract\/src\/index)/;
  expect(loadedWith('program/main.ts').filter((name) => heavy.test(name))).toEqual([]);
});

test('only `sluice local` starts the system', () => {
  expect(loadedWith('commands/local.ts')).toContain('packages/local/src/machine/start-local.ts');
});

test('only a proposal loads the dictionary of field names', () => {
  const isDictionary = (name: string) => name.includes('/suggest/words/');
  for (const file of ['main', 'commands/plan', 'commands/profile', 'commands/accept', 'commands/run'])
    expect(loadedWith(`${file}.ts`).some(isDictionary), file).toBe(false);
  expect(loadedWith('commands/suggest.ts').some(isDictionary)).toBe(true);
});
