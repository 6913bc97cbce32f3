/** Tries the text readers on many files: `npm run fuzz -- --files 200000 [--seed 1]`. A failing seed makes its file again. */
import { parseArgs } from 'node:util';
import { corpusFiles } from './src/testing/corpus.ts';
import { tryFile } from './src/testing/fuzz.ts';

const { values } = parseArgs({
  options: { files: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
const [files, first] = [Number(values.files), Number(values.seed)];
if (!Number.isSafeInteger(files) || !Number.isSafeInteger(first)) throw new Error('Expected whole numbers.');

/** The most memory of the process, since files have only some kilobytes. */
const mostMegabytes = 400;
const known = corpusFiles('text').map(({ bytes }) => bytes);
for (let seed = first; seed < first + files; seed += 1) {
  await tryFile(seed, known);
  if ((seed - first + 1) % 10_000 === 0) console.log(`${seed - first + 1} files`);
}
const peak = process.resourceUsage().maxRSS / 1024;
if (peak > mostMegabytes) throw new Error(`${Math.round(peak)} MB of memory, and not ${mostMegabytes}.`);
console.log(`${files} files from seed ${first}: no crash, no hang, at most ${Math.round(peak)} MB.`);
