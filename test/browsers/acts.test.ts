import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runningSystem } from '../running-system.ts';
import { alterEvent } from './alter-event.ts';
import { press, says } from './console-page.ts';
import { closeBrowsers, driven, textOf } from './drive.ts';
import { drop, goTo, signedIn } from './running-console.ts';

const careful = new URL('../../examples/approve-a-change/careful.json', import.meta.url);
const clients = 'direct:client/email';
/** Whatever a run does, it has done by then, in milliseconds. */
const patience = 90_000;
const filtersOf = (page: Page) =>
  page.evaluate('[...document.querySelectorAll(".filter")].map((one) => one.innerText)');

afterAll(closeBrowsers);

/** The acts build on one another. A start of the system takes longer than they do, so both browsers share one. */
describe.skipIf(driven.every(({ program }) => program === undefined))(
  'the console of a running system',
  () => {
    const system = runningSystem('acts');
    const folderOf = async (name: string, content: object): Promise<string> => {
      const file = join(system.folder, `${name}.json`);
      await writeFile(file, JSON.stringify(content));
      return file;
    };

    beforeAll(async () => {
      const profile: object = JSON.parse(await readFile(careful, 'utf8'));
      await system.sluice('profile', await folderOf('careful', { ...profile, secondPerson: true }));
    });

    for (const browser of driven) {
      const { name, program, kind } = browser;
      if (program === undefined) console.warn(`SKIPPED: the acts in ${name}, which is not on this machine.`);

      describe.skipIf(program === undefined)(name, () => {
        const emailOf = (person: string): string => `${person}@${kind}.example`;
        let ada: Page;
        let people: string;
        let change: string;

        beforeAll(async () => {
          ada = await signedIn(browser, system, 'Ada Admin');
        }, 120_000);

        it('refuses a change of the careful profile to its dropper, and lands it once another person approved it (invariant 5)', async () => {
          const rows = ['ann', 'bo', 'cy', 'di'].map((one) => `${one},${emailOf(one)}`);
          const text = ['Name,E-mail', ...rows].join('\n');
          people = await drop(ada, { name: 'people.csv', text, folder: clients });
          await says(ada, 'All 4 rows of this file are in the records.', patience);

          const changes = [
            'E-mail,Name,Deleted',
            `${emailOf('ann')},Anna,`,
            `${emailOf('bo')},,yes`,
            `${emailOf('cy')},,yes`,
          ];
          change = await drop(ada, {
            name: 'changes.csv',
            text: changes.join('\n'),
            folder: 'profile:careful',
          });
          await press(ada, 'Approve…');
          await press(ada, /^Approve$/u);
          await says(ada, 'ada@example.com dropped the file. Ask somebody else to approve this run.');
          await press(ada, 'Close');
          await says(ada, 'awaiting approval');

          const petra = await signedIn(browser, system, 'Petra Approver');
          await goTo(petra, `#/runs/${change}/rows/plan`);
          await says(petra, 'It was dropped by ada@example.com.');
          await press(petra, 'Approve…');
          await press(petra, /^Approve$/u);
          // A page that nobody sees asks less often.
          await ada.bringToFront();
          await says(ada, 'All 3 rows of this file took effect: 2 records deleted.', patience);
          await says(ada, 'by petra@example.com');
        }, 240_000);

        it('undoes a run, and names each record that it has taken back, kept or failed to', async () => {
          await goTo(ada, `#/runs/${people}`);
          await press(ada, 'Undo…');
          await press(ada, /^Undo$/u);
          await says(ada, '1 record undone, 3 kept because somebody changed them since.', patience);
          await says(ada, 'Undo report');
          await ada.waitForSelector('[aria-label="Records of the undo"]');
          expect(await filtersOf(ada)).toEqual([
            'All rows 4',
            'taken back 1',
            'kept 3',
            'failed 0',
            expect.stringContaining('Somebody changed this record after the import'),
          ]);
        }, 120_000);

        it('cancels a run, which says how far it came and writes nothing (invariant 12)', async () => {
          const rows = Array.from({ length: 20_000 }, (_, row) => `Eve ${row},${emailOf(`eve-${row}`)}`);
          const text = ['Name,E-mail', ...rows].join('\n');
          await drop(ada, { name: 'many.csv', text, folder: clients });
          await press(ada, 'Cancel…');
          await press(ada, 'Cancel the run');
          await says(ada, 'Nothing was written.', patience);
          const where = /Cancelled by ada@example\.com (?:while|during|before) .+\. Nothing was written\./u;
          expect(await textOf(ada)).toMatch(where);
        }, 120_000);

        it('starts a migration by hand, whose steps land', async () => {
          const sheet = join(system.folder, `${kind}.csv`);
          await writeFile(sheet, `Name,E-mail\nFay,${emailOf('fay')}\nGus,${emailOf('gus')}\n`);
          const file = `migrations/people/${kind}.csv`;
          const steps = [{ name: 'Clients', file, schema: 'client', lookup: 'email' }];
          const { status, stderr } = await system.sluice(
            'schedule',
            await folderOf(`by-hand-${kind}`, { steps }),
            '--data',
            sheet,
          );
          expect(status, stderr).toBe(0);
          await goTo(ada, '#/migrations');
          await says(ada, `by-hand-${kind}`);
          await goTo(ada, `#/migrations/by-hand-${kind}`);
          await press(ada, 'Start…');
          await press(ada, /^Start$/u);
          await says(ada, 'Started by');
          await says(ada, 'succeeded. 2 read: 2 created.', patience);
        }, 120_000);

        it('finds an altered event, and names its run and its time (invariant 21)', async () => {
          await goTo(ada, '#/audit');
          await press(ada, 'Verify');
          await says(ada, 'Nothing was altered');
          const putBack = await alterEvent(system, change, 'approved');
          try {
            await press(ada, 'Verify');
            await says(ada, 'TAMPERING FOUND in 1 place.');
            expect(await ada.evaluate('document.querySelector(".findings").innerText')).toMatch(
              new RegExp(`^run ${change}, run, event \\d+ of [-\\d]+ [:\\d]+ UTC: expected `, 'u'),
            );
          } finally {
            await putBack();
          }
        }, 120_000);
      });
    }
  },
);
