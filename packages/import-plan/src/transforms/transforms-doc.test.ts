import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compileSteps } from './compile.ts';
import { loadLibraries } from './libraries.ts';
import { nameOfStep, stepNames, stepSchema } from './steps.ts';

const page = readFileSync(new URL('../../../../docs/profiles.md', import.meta.url), 'utf8');
const [, section = ''] = /\n## Transforms\n(.*?)\n## /s.exec(page) ?? [];
const rows = [...section.matchAll(/^\| [^|]+ \| `([^`]+)` \| `([^`]*)` \| `([^`]*)` \|$/gm)].map(
  ([, step = '', cell = '', text = '']) => ({
    steps: stepSchema.array().parse(JSON.parse(`[${step}]`)),
    cell,
    text,
  }),
);

await loadLibraries(rows.flatMap(({ steps }) => steps));

test.each(rows)('the page on profiles is right: $steps make $text of $cell', ({ steps, cell, text }) => {
  expect(compileSteps(steps)(cell)).toBe(text);
});

test('the page on profiles has an example of each step', () => {
  expect(new Set(rows.flatMap(({ steps }) => steps.map(nameOfStep)))).toEqual(new Set(stepNames));
});
