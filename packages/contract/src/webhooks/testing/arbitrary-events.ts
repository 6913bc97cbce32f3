import * as fc from 'fast-check';
import * as z from 'zod';
import type { ChangeEvent } from '../events.ts';

/** Any text: other planes, control characters, halves of pairs, names that objects have by themselves. */
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.nat(0xffff), { maxLength: 8 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom('__proto__', 'constructor', 'payload', 'signature', '"', '\\', '},{', '\u2028', '\u0000'),
);
const names = texts.map((text) => text || ' ');
const dates = fc
  .date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('9999-12-31') })
  .map((date) => date.toISOString());

const values = fc.json({ stringUnit: 'binary' }).map((text) => z.json().parse(JSON.parse(text)));

const changed = { schema: names, docId: names, docUpdatedDate: dates };

export const anyEvents: fc.Arbitrary<ChangeEvent[]> = fc.array(
  fc.oneof(
    fc.record({ action: fc.constantFrom('create', 'delete'), ...changed }),
    fc.record({
      action: fc.constant('update'),
      ...changed,
      diff: fc.dictionary(texts, fc.oneof(texts, values), { noNullPrototype: true }),
    }),
  ),
  { maxLength: 5 },
);
