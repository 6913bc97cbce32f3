import { resolve } from 'node:path';
import { pack } from './build.ts';

const [folder = '.'] = process.argv.slice(2);
console.log(await pack(resolve(folder)));
