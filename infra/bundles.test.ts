import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const repository = fileURLToPath(new URL('..', import.meta.url));

describe('bundles', () => {
  const bundled = build({
    absWorkingDir: repository,
    entryPoints: globSync('functions/*/handler.ts', { cwd: repository }),
    outdir: 'never-written',
    write: false,
    metafile: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@aws-sdk/*', '@smithy/*'],
  });
  const carriersOf = async (file: string) => {
    const { metafile } = await bundled;
    return Object.values(metafile.outputs)
      .filter(({ inputs }) => (inputs[file]?.bytesInOutput ?? 0) > 0)
      .map(({ entryPoint }) => entryPoint)
      .toSorted();
  };

  it('no function carries the languages of zod, half of whose code is unused', async () => {
    expect(await carriersOf('node_modules/zod/v4/locales/ru.js')).toEqual([]);
  });

  it('only the functions that read or write sheets carry the XLSX reader', async () => {
    expect(await carriersOf('packages/sheets/src/xlsx/open-xlsx.ts')).toEqual([
      'functions/erase-runs/handler.ts',
      'functions/read-drop/handler.ts',
      'functions/report-run/handler.ts',
    ]);
  });

  it('only the function that proposes profiles carries the dictionary of field names', async () => {
    for (const file of ['src/suggest/words/people.ts', 'layouts/people.ts'])
      expect(await carriersOf(`packages/import-plan/${file}`)).toEqual(['functions/read-drop/handler.ts']);
  });
});
