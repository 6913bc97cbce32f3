import type { Bench, Running } from '../bench.ts';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { newWorld } from '../../packages/console/src/testing/fake-answers.ts';
import { startFakeConsole } from '../../packages/console/src/testing/fake-console.ts';
import { driven, launched, type Drivable } from '../../test/browsers/driven.ts';
import { writeContacts } from '../reading/contacts.ts';
import { count } from '../table.ts';
import { measureEvents, measureFile, measureLoading, measureRows, type Measuring } from './measures.ts';
import { linesOf, type Found, type InBrowser } from './limits.ts';
import { packedContacts } from './packed-contacts.ts';

/** The console in the browsers of this machine, beside what is asked of it. */
export const consoleBench: Bench = {
  what: 'the console in Chromium and Firefox: its size, first paint, a file checked, rows scrolled, events',
  options: { records: '860000', rows: '1000000', rounds: '5' },
  parts: ['load', 'file', 'rows', 'events'],
  run: async (running) => {
    const { options, folder, say, show } = running;
    const file = join(folder, 'contacts.csv');
    if (options.isSelected('file')) await writeContacts(file, options.whole('records'));
    const world = newWorld();
    if (options.isSelected('rows')) {
      say(`Packing ${count(options.whole('rows'))} rows.`);
      world.files.set('rows', await packedContacts(options.whole('rows')));
    }
    const fake = await startFakeConsole(world);
    const browsers: InBrowser[] = [];
    try {
      for (const one of driven)
        if (one.program === undefined) say(`Left out: ${one.name}, which is not on this machine.`);
        else browsers.push(await inBrowser(one, { ...running, fake, file }));
    } finally {
      fake.close();
    }
    show({
      title: 'The console',
      head: ['what', 'asked', ...browsers.flatMap(({ name }) => [name, ''])],
      rows: linesOf(browsers),
      notes: notesOf(running, fake.violations.length),
    });
  },
};

const measures = { load: measureLoading, file: measureFile, rows: measureRows, events: measureEvents };

async function inBrowser(one: Drivable, measuring: Omit<Measuring, 'browser'>): Promise<InBrowser> {
  const { options, say } = measuring;
  const found: Found = {};
  for (const [part, measure] of Object.entries(measures)) {
    if (!options.isSelected(part)) continue;
    say(`${one.name}: ${part}.`);
    const browser = await launched(one);
    try {
      Object.assign(found, await measure({ ...measuring, browser }));
    } finally {
      await closed(browser);
    }
  }
  return { name: one.name, found };
}

/** A browser that does not end by itself is ended. */
async function closed(browser: Browser): Promise<void> {
  const timer = setTimeout(() => browser.process()?.kill('SIGKILL'), 10_000);
  await browser.close().catch(() => undefined);
  clearTimeout(timer);
}

function notesOf({ options }: Running, violations: number): string[] {
  const [records, rows, rounds] = ['records', 'rows', 'rounds'].map((name) => count(options.whole(name)));
  return [
    `A file of ${records} contacts, read in the page; ${rows} rows of a result, read by ranges of their packed blocks. A system in memory answers at once. Loading: all that the page of runs fetches, and medians of ${rounds} pages, each with nothing kept from the one before.`,
    'No task is longer than the longest delay of a timer of the page, which has what else the machine did. Where that was over 50 ms, and Chromium lists no task beyond them, the longest is said to have 50 ms.',
    `Violations of the policy: ${violations}.`,
  ];
}
