import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvLine } from '@sluice/sheets';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvFilesWith } from './csv-files.ts';
import { evaluated, formulas } from './formulas.ts';
import { openedByLibreOffice, soffice } from './soffice.ts';

if (soffice === undefined)
  console.warn('SKIPPED: the test of formulas needs LibreOffice (apt-get install libreoffice-calc).');

describe.skipIf(soffice === undefined)('in LibreOffice', () => {
  let folder: string;
  const files: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-formulas-'));
    const unguarded = formulas.map((cell) => `${csvLine([cell], ',')}\n`).join('');
    for (const [name, text] of Object.entries({ ...(await csvFilesWith(formulas)), unguarded })) {
      files.push(join(folder, `${name}.csv`));
      await writeFile(join(folder, `${name}.csv`), text);
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each([
    [',', '"'],
    [';', '"'],
    ['\t', '"'],
    ['|', '"'],
    [',;\t|', ''],
  ])(
    'separated by %j and quoted by %j no cell of our files is a formula, and unguarded ones are',
    async (...how) => {
      const [separators, quote] = how;
      const settings = { separators, quote, profile: join(folder, 'profile') };
      const opened = await openedByLibreOffice(files, settings);
      const found = Object.entries(opened).map(([name, xml]) => ({
        name,
        isWhole: xml.split('6007*7').length > formulas.length,
        hasFormulas: xml.includes('table:formula='),
        hasValues: xml.includes(evaluated),
      }));
      const danger = { name: 'unguarded', isWhole: true, hasFormulas: true, hasValues: true };
      const safe = { isWhole: true, hasFormulas: false, hasValues: false };
      expect(found).toEqual(found.map(({ name }) => (name === danger.name ? danger : { name, ...safe })));
      expect(found).toHaveLength(9);
    },
  );
});
