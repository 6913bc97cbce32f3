import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonKey, RecordJson } from './record-json.ts';

const value = fc.oneof(
  fc.string({ unit: 'grapheme-ascii' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '\u001f', '\u007f', '\ud800', 'é', '李', 'x'.repeat(5000)),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string()),
);
const field = fc.stringMatching(/^[a-z]\w{0,12}$/).filter((name) => name !== '__proto__');

test('a record that is written field by field is what JSON.stringify makes of it', () => {
  const json = new RecordJson();
  fc.assert(
    fc.property(fc.dictionary(field, value, { maxKeys: 6 }), (record) => {
      json.begin();
      for (const [name, one] of Object.entries(record)) json.value(jsonKey(name), one);
      json.end();
      expect(json.bytes.toString()).toBe(JSON.stringify(record));
      expect(json.length).toBe(Buffer.byteLength(JSON.stringify(record)));
    }),
    { numRuns: 2000 },
  );
});

test('records that are kept are behind each other, until they are cut off in front of the next one', () => {
  const record = fc.dictionary(field, value, { maxKeys: 3 });
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.tuple(record, fc.boolean()), { minLength: 1, maxLength: 8 }), { minLength: 1 }),
      record,
      (batches, next) => {
        const [json, elsewhere] = [new RecordJson(16, Buffer.from('{"a":[')), new RecordJson()];
        for (const all of batches) {
          for (const [one, isHere] of all) {
            const writer = isHere ? json : elsewhere;
            writer.write(one);
            json.keep(writer);
          }
          const kept = `{"a":[${all.map(([one]) => `${JSON.stringify(one)},`).join('')}`;
          json.write(next);
          expect(json.keptLength).toBe(Buffer.byteLength(kept));
          const cut = json.cut(Buffer.from(']}'));
          expect(json.bytes.toString()).toBe(JSON.stringify(next));
          json.keep(json);
          expect(cut.toString()).toBe(`${kept.slice(0, -1)}]}`);
          expect(json.cut(Buffer.from(']')).toString()).toBe(`{"a":[${JSON.stringify(next)}]`);
          expect(json.keptLength).toBe(6);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('a text is plain if it is printable ASCII that JSON has as it is', () => {
  const json = new RecordJson();
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...' !"#\\~\u007f\u001fé', 'a') }), (text) => {
      json.begin();
      expect(json.text(jsonKey('a'), text)).toBe(/^[ -~]*$/.test(text) && !/["\\]/.test(text));
    }),
  );
});
