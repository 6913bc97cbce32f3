import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import { auditedRun } from '../../packages/cli/src/testing/audited-run.ts';
import { newWorld } from '../../packages/console/src/testing/fake-answers.ts';
import { startFakeConsole, type FakeConsole } from '../../packages/console/src/testing/fake-console.ts';
import { choose, example, fileOf, press } from './console-page.ts';
import { brokenWords, driven, faultsOf, isTooWide, launch, says, tabTo, textOf } from './drive.ts';
import { partlyLanded } from './partly-landed.ts';

const id = (name: string): string => name.padEnd(26, 'a');

/** Every page, and what it says once it has loaded. */
const screens = [
  ['#/', 'county clients.xlsx'],
  ['#/?status=rejected', 'five mistakes.csv'],
  [`#/runs/${id('partly')}`, 'Batches'],
  [`#/runs/${id('approval')}`, 'Approve…'],
  [`#/runs/${id('approval')}/rows/plan`, 'San Antonio'],
  [`#/runs/${id('undone')}`, 'Bo Poe'],
  [`#/runs/${id('partly')}/rows/result`, 'somebody erased a record from them'],
  [`#/runs/${id('decision')}`, 'Decide…'],
  [`#/runs/${id('columns')}/columns`, 'Vorname'],
  ['#/profiles', 'careful'],
  ['#/profiles/careful', 'Save'],
  ['#/migrations', 'nightly'],
  ['#/migrations/nightly', 'people'],
  ['#/records?schema=client&record=ana@example.com', 'San Antonio'],
  ['#/figures', 'Rows by outcome'],
  ['#/audit', 'Verify'],
  ['#/settings', 'team@example.org'],
  ['#/nowhere', 'There is no such page'],
  ['#key=used', 'county clients.xlsx'],
  ['#/signed-out/expired', 'within 10 minutes'],
  ['#/signed-out/refused', 'whether your account is enabled'],
  ['#/signed-out/no-role', 'Ask an admin for a role'],
] as const;

async function start(world = newWorld()): Promise<FakeConsole> {
  const fake = await startFakeConsole(world);
  onTestFinished(fake.close);
  return fake;
}

type Look = (place: string) => Promise<void>;

/** What has rows of a file or of a result: where failed rows are corrected, the result, and files with their mappings. */
async function lookAtRows(page: Page, { url, world }: FakeConsole, look: Look): Promise<void> {
  await partlyLanded(world);
  for (const place of [`#/runs/${id('partly')}`, `#/runs/${id('partly')}/rows/result`]) {
    await page.goto(`${url}?rows${place}`);
    await says(page, 'Bo Poe');
    await look(`${place} with rows`);
  }
  world.files.delete('rows');
  await page.goto(`${url}#/drop`);
  await choose(page, example);
  await says(page, '5 of 1,000 rows are wrong.');
  await look('#/drop with a file');
  await press(page, 'Map the columns');
  await says(page, 'Name of the profile and its folder');
  await look('#/drop with a mapping');
  await choose(
    page,
    await fileOf('people.csv', 'First name,Last name,Mail address\nAda,Poe,ada@example.com\n'),
  );
  await says(page, '2 columns are joined');
  await page.evaluate(`for (const one of document.querySelectorAll('.mapping td details')) one.open = true`);
  await page.waitForSelector('[aria-label="Fill another field with Mail address"]');
  await look('#/drop with joined columns');
}

for (const browser of driven) {
  const { name, program, kind } = browser;
  if (program === undefined) console.warn(`SKIPPED: the console in ${name}, which is not on this machine.`);
  const inBrowser = test.skipIf(program === undefined);

  inBrowser(
    `${name}: no screen has a fault by axe, is too wide, breaks a word, shows a backtick, or breaks the policy, in light and dark, at 360 and 1,400 px`,
    async () => {
      const fake = await start();
      const faults: string[] = [];
      for (const scheme of ['light', 'dark'] as const) {
        const page = await (await launch(browser, scheme)).newPage();
        if (kind === 'chrome')
          await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        const look = async (place: string): Promise<void> => {
          for (const width of [360, 1400]) {
            await page.setViewport({ width, height: 900 });
            const found = await faultsOf(page);
            if (await isTooWide(page)) found.push('is too wide');
            if ((await textOf(page)).includes('`')) found.push('shows a backtick');
            found.push(...(await brokenWords(page)).map((word) => `breaks ${word}`));
            faults.push(...found.map((fault) => `${place} ${width} ${scheme}: ${fault}`));
          }
        };
        for (const [place, text] of screens) {
          await page.goto(`${fake.url}${place}`);
          await says(page, text);
          await look(place);
        }
        await lookAtRows(page, fake, look);
        expect(await page.evaluate(`matchMedia('(prefers-color-scheme: ${scheme})').matches`)).toBe(true);
      }
      expect(faults).toEqual([]);
      expect(fake.violations).toEqual([]);
    },
    600_000,
  );

  inBrowser(
    `${name}: a plan is approved by keyboard alone, after what it does was read`,
    async () => {
      const fake = await start();
      const page = await (await launch(browser)).newPage();
      await page.goto(fake.url);
      await says(page, 'Waits for you');
      await tabTo(page, 'county clients.xlsx');
      await page.keyboard.press('Enter');
      await says(page, 'Approve…');
      await tabTo(page, 'Approve…');
      await page.keyboard.press('Enter');
      await says(page, 'It is checked once more before anything is written.');
      await tabTo(page, 'Approve');
      await page.keyboard.press('Enter');
      await says(page, 'approved');
      const run = fake.world.runs.find(({ runId }) => runId === id('approval'));
      expect(run?.status).toBe('importing');
    },
    60_000,
  );

  inBrowser(
    `${name}: an event is on the page within two seconds after it was written, and a session that ends leaves it there`,
    async () => {
      const fake = await start();
      const page = await (await launch(browser)).newPage();
      await page.goto(`${fake.url}#/runs/${id('importing')}`);
      await says(page, 'Timeline');
      const run = fake.world.runs.find(({ runId }) => runId === id('importing'));
      const at = new Date().toISOString();
      const event = { at, subject: 'run', type: 'noticeChanged', data: { by: 'a late colleague' } };
      Object.assign(run ?? {}, { timeline: [...(run?.timeline ?? []), event], finishedAt: at });
      const written = Date.now();
      await says(page, 'a late colleague');
      expect(Date.now() - written).toBeLessThan(2500);
      fake.world.roles = [];
      await says(page, 'Sign in again');
      await says(page, 'a late colleague');
    },
    60_000,
  );

  inBrowser(
    `${name}: the changes of these days are saved, all pages of them, and no cell starts a formula`,
    async () => {
      const fake = await start();
      const page = await (await launch(browser)).newPage();
      await page.goto(`${fake.url}#/audit`);
      await page.waitForSelector('input[type=date]');
      await page.evaluate(`
        URL.createObjectURL = (blob) => { window.saved = blob; return '#/audit'; };
        HTMLAnchorElement.prototype.click = function () { window.savedAs = this.download; };
      `);
      await press(page, 'Export changes');
      await says(page, 'a row for each field that an import or another call changed');
      const rows = String(await page.evaluate('window.saved.text()')).split('\r\n');
      expect(rows).toHaveLength(1 + 2 + 1 + 1);
      expect(rows[1]).toContain(`"r1","update","cellPhone","'+1 210 555 0100","'=1+1","covered"`);
      expect(rows[2]).toContain('"name","","Ana ""A"" Pop","covered"');
      expect(rows[3]).toContain('"","altered",');
      expect(await page.evaluate('window.savedAs')).toMatch(/^changes from \d{4}-\d\d-\d\d\.csv$/u);
    },
    60_000,
  );

  inBrowser(
    `${name}: an altered event is named by the day of its seal, its run and its place (invariant 21)`,
    async () => {
      const fake = await start();
      const intact = await auditedRun();
      Object.assign(fake.world, { audited: intact, runs: [] });
      const page = await (await launch(browser)).newPage();
      await page.goto(`${fake.url}#/audit`);
      await page.waitForSelector('input[type=date]');
      // A seal of yesterday is missing otherwise.
      await page.evaluate(`for (const input of document.querySelectorAll('input[type=date]')) {
        input.value = '2026-03-01';
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }`);
      await press(page, 'Verify');
      await says(page, 'Nothing was altered: 1 run, 4 events, 1 seal');
      const [first, second, ...others] = intact.events;
      const altered = { ...second!, data: { ...second?.data, by: '<b>Mallory</b>' } };
      fake.world.audited = { ...intact, events: [first!, altered, ...others] };
      await press(page, 'Verify');
      await says(page, 'TAMPERING FOUND in 1 place.');
      const row = '[...document.querySelectorAll("tbody tr")].map((one) => one.innerText)';
      expect(await page.evaluate(row)).toEqual([
        expect.stringMatching(/^2026-03-01\s[\s\S]*altered or lost in 1 place/u),
        expect.stringMatching(/^run run-1, run, event 2 of 2026-03-01 08:00:01 UTC: expected /u),
      ]);
      await page.click('td a');
      await page.waitForFunction(`location.hash === '#/runs/run-1'`);
    },
    60_000,
  );

  inBrowser(
    `${name}: a viewer sees neither acts nor files, and a profile that somebody saved meanwhile is not overwritten`,
    async () => {
      const fake = await start(newWorld(['viewer']));
      const page = await (await launch(browser)).newPage();
      await page.goto(`${fake.url}#/runs/${id('approval')}`);
      await says(page, 'About this run');
      const text = await textOf(page);
      for (const word of ['Approve…', 'Refuse…', 'Files', 'Drop\n', 'Audit'])
        expect(text).not.toContain(word);
      await page.goto(`${fake.url}#/profiles/careful`);
      await says(page, 'Your role does not include this page.');
      fake.world.roles = ['operator'];
      await page.goto(`${fake.url}?again#/profiles/careful`);
      await says(page, 'Save');
      fake.world.profiles.set('careful', { text: '{}', etag: 'of another', savedAt: '' });
      await page.type('textarea', ' ');
      await page.click('button[type=submit]');
      await says(page, 'Somebody saved this profile meanwhile.');
      expect(fake.world.profiles.get('careful')?.text).toBe('{}');
    },
    60_000,
  );
}
