/**
 * Runs the examples of the documents and compares what they print: `npm run docs`. With `--write` it writes what was
 * printed into the pages; names of pages take only these. Each page has a system of its own, in a folder with the examples of the
 * repository.
 */
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tempFolder } from '@sluice/local/temp-folder';
import { startLocal } from '../../local-run/local-system.ts';
import { blocksOf, withExamples, type Example } from './blocks.ts';
import { isShown, shownLines } from './compare.ts';
import { Ids } from './ids.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** What npx does, without looking for the package: that takes longer than most commands. */
const npx = `#!/bin/sh\nshift\nnpm_command=exec exec "${process.execPath}" "${repository}packages/cli/bin/sluice.js" "$@"\n`;

async function folderOfPage(): Promise<string> {
  const folder = await mkdtemp(join(tempFolder(2), 'sluice-docs-'));
  await symlink(join(repository, 'examples'), join(folder, 'examples'));
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin/npx'), npx);
  await chmod(join(folder, 'bin/npx'), 0o755);
  return folder;
}

/** What a terminal shows: both streams, in the order in which they were written. */
function printedBy(command: string, folder: string): Promise<string> {
  const env = { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH']}` };
  return new Promise((resolve) => {
    execFile('sh', ['-c', `{ ${command}\n} 2>&1`], { cwd: folder, env, timeout: 120_000 }, (_, stdout) =>
      resolve(stdout),
    );
  });
}

interface Walked {
  readonly differences: readonly string[];
  readonly page: string;
}

/** Runs the commands of a page, one after the other. */
async function walk(name: string, page: string): Promise<Walked> {
  const folder = await folderOfPage();
  const system = await startLocal(folder);
  const ids = new Ids();
  const differences: string[] = [];
  const walked: Example[][] = [];
  try {
    for (const { examples, start } of blocksOf(page)) {
      const made: Example[] = [];
      for (const { command, output } of examples) {
        const run = ids.toSystem(command);
        const printed = await printedBy(run, folder);
        ids.addPage([command, ...output].join('\n'));
        ids.addSystem([run, printed].join('\n'));
        const isSame = isShown(output.map(ids.numberedPage), shownLines(printed).map(ids.numberedSystem));
        // What stays gets the new ids too, so that a page has those of one system.
        made.push({ command: run, output: isSame ? output.map(ids.toSystem) : shownLines(printed) });
        if (!isSame) differences.push(`${name}:${start}: $ ${command}\n${shownLines(printed).join('\n')}`);
      }
      walked.push(made);
    }
  } finally {
    await system.release();
    await rm(folder, { recursive: true, force: true });
  }
  return { differences, page: withExamples(page, walked) };
}

const isWriting = process.argv.includes('--write');
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const all = ['README.md', ...globSync('docs/**/*.md', { cwd: repository }).toSorted()];
const names = asked.length > 0 ? asked : all;
for (const name of names) {
  const text = await readFile(join(repository, name), 'utf8');
  if (!text.includes('```console')) continue;
  const { differences, page } = await walk(name, text);
  if (isWriting) await writeFile(join(repository, name), page);
  else
    for (const difference of differences) console.error(`This page shows something else:\n${difference}\n`);
  console.log(
    `${name}: ${differences.length === 0 ? 'as it shows' : `${differences.length} examples differ`}`,
  );
  if (differences.length > 0 && !isWriting) process.exitCode = 1;
}
