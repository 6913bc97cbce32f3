import type { Page } from 'puppeteer-core';
import { afterAll, expect, test } from 'vitest';
import { newWorld, type World } from '../../packages/console/src/testing/fake-answers.ts';
import { packed } from '../../packages/console/src/testing/packed-rows.ts';
import { choose, example, fileOf, openConsole, press, says, write } from './console-page.ts';
import { closeBrowsers, driven } from './drive.ts';
import { partlyLanded } from './partly-landed.ts';

const id = (name: string): string => name.padEnd(26, 'a');
const textOfSent = ({ objects }: World, at = 0): string =>
  Buffer.from(objects[at]?.bytes ?? []).toString('utf8');

/** Waits until the page is that of the run that was just dropped. */
const isDropped = (page: Page) => page.waitForFunction(`location.hash.endsWith('dropped=now')`);

/** Rows of one cell, which is their number. */
function* numbered(count: number) {
  const chunk = 10_000;
  for (let first = 0; first < count; first += chunk)
    yield Array.from({ length: chunk }, (_, at) => ({
      ...{ number: first + at + 2, cells: [`cell ${first + at + 1}`] },
      outcome: { status: 'created' as const },
    }));
}

afterAll(closeBrowsers);

for (const browser of driven) {
  const { name, program } = browser;
  if (program === undefined)
    console.warn(`SKIPPED: the console's troubles in ${name}, which is not on this machine.`);
  const inBrowser = test.skipIf(program === undefined);

  inBrowser(
    `${name}: of a run whose other rows landed, a cell and a group are corrected, and only these rows dropped again`,
    async () => {
      const { page, world, violations } = await openConsole(
        browser,
        `#/runs/${id('partly')}`,
        await partlyLanded(),
      );
      await says(page, 'only they are dropped again');
      await page.focus('[aria-label="Failed rows"]');
      await page.keyboard.press('ArrowRight');
      await write(page, 'bo@example.com');
      await press(page, 'Is suspended: such as');
      await page.waitForFunction(`document.querySelector('.group-correction input')?.value === 'nope'`);
      await page.type('.group-correction label + label input', 'no');
      await press(page, 'Replace');
      await says(page, 'All 3 rows are right.');
      await press(page, 'Drop these rows');
      await isDropped(page);
      expect(world.objects.map(({ key }) => key)).toEqual(['inbox/client/email/autumn intake.csv']);
      const text = textOfSent(world);
      expect(text).not.toContain('Ann Lee');
      for (const corrected of ['bo@example.com', 'Cy Ray', 'Di Soo']) expect(text).toContain(corrected);
      expect(text).not.toContain('nope');
      expect(violations).toEqual([]);
    },
    90_000,
  );

  inBrowser(
    `${name}: columns are mapped by hand and saved, and not over what somebody saved meanwhile`,
    async () => {
      const { page, world, violations } = await openConsole(browser, '#/drop');
      const text = 'Whole <b>person</b>\u202E,Mail address,Notes\nAnn Lee,ann@example.com,=1+1\n';
      await choose(page, await fileOf('strange <script>.csv', text));
      await says(page, 'These columns need a profile');
      const choice = '[aria-label^="Field of Whole"]';
      await page.select(choice, 'name');
      await page.select('[aria-label="Field of Mail address"]', 'email');
      await says(page, 'The only row is right.');
      const field = '.mapping form input';
      await page.evaluate(`document.querySelector('${field}').select()`);
      await page.type(field, 'strange');
      await press(page, /Accept it|Save the profile/u);
      await says(page, 'Change the mapping of this profile');
      const saved = world.profiles.get('strange');
      expect(JSON.parse(saved?.text ?? '')).toMatchObject({ schema: 'client', lookup: 'email' });
      await press(page, 'Change the mapping of this profile');
      await says(page, 'The profile is changed');
      world.profiles.set('strange', { text: '{"schema":"client"}', etag: 'of another', savedAt: '' });
      await page.select('[aria-label="Field of Notes"]', 'note');
      await press(page, /Accept it|Save the profile/u);
      await says(page, 'Somebody saved this profile meanwhile.');
      expect(world.profiles.get('strange')?.text).toBe('{"schema":"client"}');
      expect(violations).toEqual([]);
    },
    90_000,
  );

  inBrowser(
    `${name}: no connection, then no session, amid an edit and an upload: nothing is lost, and it is sent once`,
    async () => {
      const { page, world } = await openConsole(browser, '#/drop');
      await choose(page, example);
      await says(page, '5 of 1,000 rows are wrong.');
      world.network = 'down';
      await page.focus('[aria-label="Wrong rows"]');
      await page.keyboard.press('ArrowRight');
      await write(page, 'jianguo.li@example.com');
      await says(page, '4 of 1,000 rows are wrong.');
      await press(page, 'Drop it all the same');
      await says(page, 'There is no connection to the system.');
      await says(page, 'Nothing is lost: the upload goes on by itself.');
      const { roles } = world;
      [world.roles, world.network] = [[], 'up'];
      await says(page, 'Your session has ended. Sign in again');
      world.roles = roles;
      await isDropped(page);
      expect(world.objects).toHaveLength(1);
      expect(textOfSent(world)).toContain('"jianguo.li@example.com"');
    },
    90_000,
  );

  inBrowser(
    `${name}: a file that arrived, though the answer was lost, is not sent again`,
    async () => {
      const { page, world } = await openConsole(browser, '#/drop');
      await choose(page, await fileOf('two.csv', 'Name,E-mail\nAnn,ann@example.com\nBo,bo@example.com\n'));
      await says(page, 'Both rows are right.');
      world.network = 'loses answers';
      await press(page, 'Drop it');
      await says(page, 'Nothing is lost: the upload goes on by itself.');
      const [sent] = world.objects;
      const sha256 = await crypto.subtle.digest('SHA-256', Buffer.from(sent?.bytes ?? []));
      const like = world.runs[0]!;
      const arrived = { key: sent?.key ?? '', versionId: 'v1', sha256: Buffer.from(sha256).toString('hex') };
      world.runs.unshift({ ...like, ...arrived });
      world.network = 'up';
      await isDropped(page);
      expect(world.objects).toHaveLength(1);
    },
    90_000,
  );

  inBrowser(
    `${name}: a million rows of a result are read by ranges, from the first to the last, and in between`,
    async () => {
      const world = newWorld();
      world.files.set('rows', await million());
      const { page } = await openConsole(browser, `#/runs/${id('succeeded')}/rows/result`, world);
      await says(page, 'cell 1');
      await page.focus('[role=grid]');
      await page.keyboard.down('Control');
      await page.keyboard.press('End');
      await page.keyboard.up('Control');
      await says(page, 'cell 1000000');
      await says(page, '1,000,001');
      await page.evaluate(`(() => {
        const grid = document.querySelector('[role=grid]');
        grid.scrollTop = (grid.scrollHeight - grid.clientHeight) / 2;
      })()`);
      await page.waitForFunction(`/cell (?:499|500)\\d{3}/u.test(document.body.innerText)`);
    },
    90_000,
  );

  inBrowser(
    `${name}: a dropper whose groups are bound is offered their folders only, and corrects no rows of others`,
    async () => {
      const world = {
        ...(await partlyLanded()),
        roles: ['dropper'] as const,
        folders: ['client/username', 'careful'],
      };
      const { page, violations } = await openConsole(browser, '#/drop', world);
      await choose(page, example);
      await says(page, 'Your groups may drop into client/username, careful only.');
      await says(page, 'Choose where it goes.');
      const offered = `[...document.querySelectorAll('option')].map(({ value }) => value)`;
      for (const value of ['profile:careful', 'direct:client/username'])
        await page.waitForSelector(`option[value="${value}"]`);
      expect(await page.evaluate(offered)).toEqual(['', 'profile:careful', 'direct:client/username']);
      await page.evaluate(`location.hash = '#/runs/${id('partly')}'`);
      await says(page, 'Your groups may not drop into client/email.');
      expect(await page.evaluate(`document.querySelector('[aria-label="Failed rows"]')`)).toBe(null);
      expect([world.objects, violations]).toEqual([[], []]);
    },
    90_000,
  );

  inBrowser(
    `${name}: who signs out leaves no cell behind, in no window, and shows none to whoever signs in next`,
    async () => {
      const { page, world, violations } = await openConsole(browser, '#/drop');
      await choose(page, example);
      await says(page, '5 of 1,000 rows are wrong.');
      await page.focus('[aria-label="Wrong rows"]');
      await page.keyboard.press('ArrowRight');
      await write(page, 'jianguo.li@example.com');
      await says(page, '4 of 1,000 rows are wrong.');
      const kept = 'Object.keys(sessionStorage).length';
      const other = await page.browserContext().newPage();
      await other.goto(page.url());
      await says(other, 'Drag a spreadsheet here');
      await other.evaluate(`sessionStorage.setItem('sluice-drop p-1', 'a cell')`);
      await page.evaluate(`sessionStorage.setItem('sluice-drop p-9', 'a cell of somebody else')`);
      expect([await page.evaluate(kept), await other.evaluate(kept)]).toEqual([2, 1]);
      await page.reload();
      await says(page, 'was not finished, with 1 correction');
      expect(await page.evaluate(kept)).toBe(1);
      const loaded = other.waitForNavigation();
      await page.evaluate(`document.querySelector('.person .menu button').click()`);
      await loaded;
      await page.waitForFunction(`!location.hash.startsWith('#/drop')`);
      expect([world.roles, await other.evaluate(kept)]).toEqual([[], 0]);
      world.roles = ['admin'];
      await other.goto(new URL('/#/drop', page.url()).href);
      await says(other, 'Drag a spreadsheet here');
      expect([await other.evaluate(kept), violations]).toEqual([0, []]);
      await other.close();
    },
    90_000,
  );
}

let packedMillion: Promise<Uint8Array> | undefined;
/** Packed once for both browsers. */
const million = () => (packedMillion ??= packed(['Cell'], numbered(1_000_000)));
