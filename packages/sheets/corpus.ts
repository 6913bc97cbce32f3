/** Reads the files that other programs wrote, and prints the figures of docs/reading-figures.md: `npm run corpus`. */
import { peopleFigures } from './src/testing/people-figures.ts';

const { tables, notRight, silentlyWrong } = await peopleFigures();
console.log(tables);
if (notRight.length > 0) console.log(['', 'Not read as they are:', ...notRight].join('\n'));
if (silentlyWrong.length > 0) throw new Error(`Rows are silently wrong in ${silentlyWrong.join(', ')}`);
