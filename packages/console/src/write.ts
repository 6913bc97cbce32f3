/** `node write.ts page|files FOLDER`: writes the page, or the files that it loads, into a folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildConsole } from './build.ts';

const [part = '', folder = ''] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
for (const { name, contents, isHashed } of await buildConsole())
  if (isHashed === (part === 'files')) writeFileSync(join(folder, name), contents);
