import { expect, test } from 'vitest';
import * as z from 'zod';
import { inThisFormat, keepUnknown, refuseNewerFormat } from './other-versions.ts';

const schema = z.object({
  name: z.string(),
  counts: z.object({ read: z.int() }).optional(),
  attempts: z.array(z.object({ owner: z.string() })).readonly(),
  notice: z.discriminatedUnion('kind', [z.object({ kind: z.literal('mail') })]).nullable(),
  sites: z.record(z.string(), z.object({ url: z.string() })).default({}),
});

test('a schema keeps fields that it does not know, at every depth', () => {
  const newer = {
    name: 'a',
    counts: { read: 1, archived: 2 },
    attempts: [{ owner: 'w', region: 'eu' }],
    notice: { kind: 'mail', language: 'de' },
    sites: { one: { url: 'u', quota: 3 } },
    archive: { days: 7 },
  };
  expect(keepUnknown(schema).parse(newer)).toEqual(newer);
  expect(schema.parse(newer)).not.toEqual(newer);
});

test('a schema that keeps unknown fields still refuses wrong ones', () => {
  const keeping = keepUnknown(schema);
  expect(keeping.safeParse({ name: 'a', attempts: [{ owner: 1 }], notice: null }).success).toBe(false);
  expect(keeping.parse({ name: 'a', attempts: [], notice: null }).sites).toEqual({});
});

test('an item in a newer format is refused, with what to do', () => {
  const item = inThisFormat({ pk: 'a', sk: 'b' });
  refuseNewerFormat(item);
  expect(() => refuseNewerFormat({ ...item, format: 2 })).toThrow(
    'A newer version of Sluice wrote an item in format 2; this version knows 1. Deploy the newer one again.',
  );
});
