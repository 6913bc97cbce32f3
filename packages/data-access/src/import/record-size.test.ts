import { limits } from '@sluice/contract';
import { expect, it } from 'vitest';
import { onASite, set } from '../testing/on-a-site.ts';

const { control, run } = onASite();

it('a record that is too large for an item of the table is refused, even when it grows import by import', async () => {
  const titles = Array.from({ length: 80 }, (_, at) => `Remark ${at}`);
  for (const title of titles) await control('declareCustomField', { schema: 'issue', title, type: 'text' });
  const remarks = (from: number, to: number) => ({
    identifier: 'I-1',
    title: 'One',
    ...Object.fromEntries(titles.slice(from, to).map((title) => [title, '語'.repeat(2000)])),
  });
  const importRemarks = async (from: number, to: number) =>
    run([set('issue', 'identifier', [remarks(from, to)])]);

  expect((await importRemarks(0, 80)).errorMessage).toContain(`A record can have ${limits.recordBytes}.`);
  expect((await importRemarks(0, 40)).success).toBe(true);
  const grown = await importRemarks(40, 80);
  expect(grown).toMatchObject({ status: 'invalid', error: true });
  expect(grown.errorMessage).toContain(`A record can have ${limits.recordBytes}.`);
});
