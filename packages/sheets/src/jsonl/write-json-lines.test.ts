import { expect, it } from 'vitest';
import { writeJsonLines } from './write-json-lines.ts';

it('a blank cell costs no bytes below the first line, however long the name of its column is', async () => {
  const name = 'a'.repeat(1000);
  const cells = [
    ['', 'x'],
    ['', 'y'],
    ['z', ''],
  ];
  const rows = (async function* () {
    yield cells.map((row, at) => ({ number: at + 1, cells: row }));
  })();
  let text = '';
  for await (const piece of writeJsonLines({ headerRow: 0, header: [name, 'b'], rows })) text += piece;
  expect(text.trimEnd().split('\n')).toEqual([`{"${name}":"","b":"x"}`, '{"b":"y"}', `{"${name}":"z"}`]);
});
