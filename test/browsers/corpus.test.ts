import { globSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { bundleForBrowser } from '@sluice/console/bundle';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { corpusFiles } from '../../packages/sheets/src/testing/corpus.ts';
import { peopleTables } from '../../packages/sheets/src/testing/people-tables.ts';
import { answerOf } from './answer.ts';
import type { Asked } from './asked.ts';
import { chromium, firefox } from './browsers.ts';
import { reportOf } from './report.ts';

const repository = new URL('../../', import.meta.url);
const corpus = 'packages/sheets/corpus';
/** Sheets of people, for which a profile is proposed. */
const sheets = [
  'examples/drop-a-spreadsheet/*.csv',
  'packages/import-plan/{corpus,layouts/samples}/**/*.{csv,xlsx}',
];

const asked: Asked[] = [
  ...corpusFiles('text').map(({ name }) => ({ file: `${corpus}/text/${name}` })),
  ...(['xlsx', 'ods'] as const).flatMap((kind) =>
    corpusFiles(kind).map(({ name, expected }) => ({
      file: `${corpus}/${kind}/${name}`,
      options: expected.options ?? {},
    })),
  ),
  ...globSync(sheets, { cwd: fileURLToPath(repository) }).map((file) => ({ file, isPlanned: true as const })),
  ...peopleTables().map(({ file }) => ({ file: `${corpus}/tables/${file}` })),
];

const bytesOf = (file: string): Buffer => readFileSync(new URL(file, repository));

const readSchema = z.array(z.object({ file: z.string(), found: z.unknown() }));

async function pages(): Promise<RequestListener> {
  const page = fileURLToPath(new URL('corpus-page.ts', import.meta.url));
  const { outputFiles } = await bundleForBrowser([page]);
  const scripts = new Map(outputFiles.map(({ path, text }) => [path.slice(path.lastIndexOf('/')), text]));
  return ({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const script = scripts.get(pathname);
    if (script !== undefined) response.setHeader('content-type', 'text/javascript').end(script);
    else if (pathname === '/files') response.end(JSON.stringify(asked));
    else if (pathname === '/file') response.end(bytesOf(searchParams.get('file') ?? ''));
    else
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><meta charset="utf-8"><script type="module" src="/corpus-page.js"></script>');
  };
}

test('the corpus has all its files, and sheets to plan', () => {
  expect(asked.length).toBeGreaterThan(600);
  expect(asked.filter(({ isPlanned }) => isPlanned).length).toBeGreaterThan(15);
});

const browsers = { Chromium: chromium, Firefox: firefox };

for (const [name, browser] of Object.entries(browsers)) {
  if (browser === undefined) console.warn(`SKIPPED: the corpus in ${name}, which is not on this machine.`);

  test.skipIf(browser === undefined)(
    `${name} reads every file of the corpus like Node, and plans sheets alike`,
    async () => {
      if (browser === undefined) return;
      const read = readSchema.parse(await reportOf(browser, await pages()));
      expect(read.map(({ file }) => file)).toEqual(asked.map(({ file }) => file));
      const different: string[] = [];
      for (const [at, one] of asked.entries()) {
        const [found, expected] = [read[at]?.found, await answerOf(one, bytesOf(one.file))].map((one) =>
          JSON.stringify(one),
        );
        if (found !== expected) different.push(`${one.file}: ${found} instead of ${expected}`.slice(0, 500));
      }
      expect(different).toEqual([]);
    },
    120_000,
  );
}
