/**
 * Damages files of the corpus by one character at every place, and prints the figures of docs/reading.md: `npm run damages`. With
 * `-- --every 50 --from 7` only some.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { damageFigures } from './src/testing/damage-figures.ts';

const { values } = parseArgs({
  options: { every: { type: 'string', default: '1' }, from: { type: 'string', default: '0' } },
});
const every = Number(values.every);
const { table, silentlyWrong } = await damageFigures({ every, from: Number(values.from) });
console.log(table);
if (silentlyWrong.length > 0) throw new Error(`Silently wrong:\n${silentlyWrong.join('\n')}`);
const guide = readFileSync(new URL('../../docs/reading.md', import.meta.url), 'utf8');
if (every === 1 && !guide.includes(table)) throw new Error('docs/reading.md has other figures.');
