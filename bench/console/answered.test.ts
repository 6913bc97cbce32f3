import { expect, it } from 'vitest';
import * as z from 'zod';
import { answered } from './answered.ts';

it('a page that never answers is an error that says what was waited for, and after how long', async () => {
  const page = { evaluate: () => new Promise<never>(() => undefined) };
  const question = { what: 'the last row is shown', script: '', answer: z.number(), withinMs: 5 };
  await expect(answered(page, question)).rejects.toThrow('Waited for 0.005 s: the last row is shown.');
});
