import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const repository = fileURLToPath(new URL('..', import.meta.url));

it('only the functions that read or write sheets carry the XLSX reader', async () => {
  const { metafile } = await build({
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
  const carriers = Object.values(metafile.outputs).filter(
    ({ inputs }) => (inputs['packages/sheets/src/xlsx/open-xlsx.ts']?.bytesInOutput ?? 0) > 0,
  );
  expect(carriers.map(({ entryPoint }) => entryPoint).toSorted()).toEqual([
    'functions/erase-runs/handler.ts',
    'functions/read-drop/handler.ts',
    'functions/report-run/handler.ts',
  ]);
}, 60_000);
