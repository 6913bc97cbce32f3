import { csvLine, memorySource, openSheet } from '@sluice/sheets';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileSteps } from './compile.ts';
import { cutSteps } from './cut-steps.ts';
import type { Step } from './steps.ts';

const sign = fc.constantFrom('a', ' ', ' b', 'é', '"', '  ');
const step = fc.oneof(
  fc.constantFrom<Step>('trim', 'lower', 'upper', 'email', { default: 'x' }, { otherwise: 'blank' }),
  sign.map((before): Step => ({ before })),
  sign.map((replace): Step => ({ replace, with: 'c' })),
);
const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'B', ' ', 'é', 'É', '1', '#', '"', '\u00a0'), maxLength: 8 }),
  fc.constantFrom('a@example.com', 'A@example.com', 'Ann <a@example.com>'),
);

test('what steps cut out of the bytes of a cell is what they make of its text', async () => {
  let cuts = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 3 }),
      fc.array(cell, { minLength: 1 }),
      async (steps, cells) => {
        const [cut, transform] = [cutSteps(steps, 1), compileSteps(steps)];
        const lines = ['Name,Note', ...cells.map((text) => csvLine(['Ann', text], ','))];
        const source = memorySource(Buffer.from(`${lines.join('\n')}\n`));
        const sheet = await openSheet(source, {
          delimiter: ',',
          headerRow: 1,
          totals: 'keep',
          lastRow: 1000,
        });
        for await (const rows of sheet.rows)
          for (const { raw, cells: texts } of rows) {
            const part = raw && cut?.(raw);
            if (raw === undefined || part === undefined) continue;
            cuts += 1;
            const left = Buffer.from(raw.chunk.bytes.subarray(part.from, part.to)).toString();
            expect(left).toBe(transform(texts[1] ?? ''));
          }
      },
    ),
    { numRuns: 300 },
  );
  expect(cuts).toBeGreaterThan(100);
});

test('steps that make another text cut nothing', () => {
  for (const other of ['title', { after: ':' }, { map: { a: 'b' } }] as const)
    expect(cutSteps(['trim', other], 0)).toBeUndefined();
});
