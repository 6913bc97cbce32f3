import { expect, test } from 'vitest';
import * as z from 'zod';
import { ApiError } from '../wire/api-error.ts';
import { parseInput } from './parse-input.ts';

const refusal = (schema: z.ZodType, value: unknown) => {
  try {
    parseInput(schema, value);
  } catch (error) {
    return ApiError.from(error).message;
  }
  throw new Error('taken');
};

test('names each wrong field by its path, up to twenty, and counts the rest', () => {
  const schema = z.strictObject({ list: z.array(z.strictObject({ id: z.string() })) });
  const message = refusal(schema, { list: Array.from({ length: 25 }, () => ({ id: 7 })) }).split('\n');
  expect(message[3]).toBe('list[3].id: expected a text');
  expect(message[20]).toBe('and 5 more');
});

test('never shows a value, and shortens unknown names', () => {
  const name = `x\n${'y'.repeat(500)}`;
  const message = refusal(z.strictObject({ a: z.enum(['b']) }), { a: 'hunter2', [name]: 'hunter2' });
  expect(message).not.toContain('hunter2');
  expect(message).toContain(`expected no field x ${'y'.repeat(77)}…`);
});
