import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { newWorld, type World } from '../../packages/console/src/testing/fake-answers.ts';
import { choose, example, fileOf, openConsole, press, says, write } from './console-page.ts';
import { closeBrowsers, driven, tabTo } from './drive.ts';

afterAll(closeBrowsers);

for (const browser of driven) {
  const { name, program } = browser;
  if (program === undefined) console.warn(`SKIPPED: the drop page in ${name}, which is not on this machine.`);
  const inBrowser = test.skipIf(program === undefined);
  const open = (world?: World) => openConsole(browser, '#/drop', world);

  inBrowser(
    `${name}: mistakes are found, corrected by keyboard alone, and the corrected file is sent`,
    async () => {
      const { page, world, violations } = await open();
      await choose(page, example);
      await says(page, '5 of 1,000 rows are wrong.');
      await page.focus('[aria-label="Wrong rows"]');
      await page.keyboard.press('ArrowRight');
      await write(page, 'jianguo.li@example.com');
      await says(page, '4 of 1,000 rows are wrong.');
      await tabTo(page, 'Drop it all the same');
      await page.keyboard.press('Enter');
      await page.waitForFunction(`location.hash.startsWith('#/runs/')`);
      const [sent] = world.objects;
      expect(sent?.key).toBe('inbox/client/email/clients-with-five-mistakes.csv');
      const text = Buffer.from(sent?.bytes ?? []).toString('utf8');
      expect(text).toContain('"jianguo.li@example.com"');
      expect(text.split('"failed"')).toHaveLength(5);
      expect((await readFile(example, 'utf8')).split('\n')).toHaveLength(text.split('\n').length);
      expect(violations).toEqual([]);
    },
    90_000,
  );

  inBrowser(
    `${name}: all five mistakes are corrected in the grid, where a cell was lost by a blank one`,
    async () => {
      const { page, world } = await open();
      await choose(page, example);
      await says(page, '5 of 1,000 rows are wrong.');
      const header = ['Name', 'E-mail', 'Home Phone', 'Cell Phone', 'Work phone', 'Time Zone', 'Lang Code'];
      const columns = [...header, 'Is suspended', 'First Contact Date'];
      const goTo = async (row: number, column: string): Promise<void> => {
        await page.focus('[aria-label="Wrong rows"]');
        for (let up = 0; up < 5; up += 1) await page.keyboard.press('ArrowUp');
        await page.keyboard.press('Home');
        for (let down = 0; down < row; down += 1) await page.keyboard.press('ArrowDown');
        for (let right = 0; right < columns.indexOf(column); right += 1)
          await page.keyboard.press('ArrowRight');
      };
      await goTo(4, 'Name');
      await says(page, 'Row 941 Name');
      await goTo(4, 'Home Phone');
      // A cell with a text is not taken out.
      expect(await page.evaluate(`document.querySelector('[title^="Only a blank cell"]').disabled`)).toBe(
        true,
      );
      await press(page, 'Put in a blank cell here');
      await says(page, '4 of 1,000 rows are wrong.');
      await says(page, 'Row 941: a blank cell is put in at Home Phone');
      const corrected = [
        ['E-mail', 'jianguo.li@example.com'],
        ['E-mail', 'swietoslawa@example.com'],
        ['First Contact Date', '2025-02-28'],
        ['Is suspended', 'no'],
      ] as const;
      for (const [at, [column, text]] of corrected.entries()) {
        await goTo(0, column);
        await write(page, text);
        await says(
          page,
          at === 3
            ? 'All 1,000 rows are right.'
            : `${3 - at} of 1,000 rows ${at === 2 ? 'is' : 'are'} wrong.`,
        );
      }
      await press(page, 'Drop it');
      await page.waitForFunction(`location.hash.startsWith('#/runs/')`);
      const cellsOf = (text: string) =>
        text.split('\n').map((line) => line.trim().replaceAll('"', '').split(','));
      const lost = cellsOf(await readFile(example, 'utf8')).find(
        (cells) => cells.length === 8 && cells[0]?.startsWith('Anneliese'),
      );
      const sent = cellsOf(Buffer.from(world.objects[0]?.bytes ?? []).toString('utf8'));
      const [complete] = sent.filter((cells) => cells[1] === lost?.[1]);
      expect(complete?.slice(0, 9)).toEqual(lost?.toSpliced(2, 0, ''));
    },
    90_000,
  );

  inBrowser(
    `${name}: nothing is dropped into the folder of before while the settings of the chosen one are read`,
    async () => {
      const text = '{"schema":"client","lookup":"email"}';
      const { page, world } = await open();
      world.profiles.set('strict', { text, etag: 'e', savedAt: '' });
      await choose(page, await fileOf('ann.csv', 'Name,E-mail\nAnn,ann@example.com\n'));
      await says(page, 'It would send 1 record:');
      await page.evaluate(`(() => {
        const send = fetch;
        globalThis.fetch = (address, request) =>
          String(address).endsWith('/profiles/strict')
            ? new Promise((resolve) => (globalThis.goOn = () => resolve(send(address, request))))
            : send(address, request);
      })()`);
      await page.select('select:has(optgroup)', 'profile:strict');
      await says(page, 'It can be dropped once every row is checked.');
      await page.evaluate('goOn()');
      await press(page, 'Drop it');
      await page.waitForFunction(`location.hash.startsWith('#/runs/')`);
      expect(world.objects.map(({ key }) => key)).toEqual(['inbox/strict/ann.csv']);
    },
    90_000,
  );

  inBrowser(
    `${name}: what is written in a file stays text`,
    async () => {
      const header = 'Name,E-mail,<script>alert(2)</script>\u202E';
      const text = `${header}\n=1+1,"<b>bad</b>\u202E",x\n`;
      const world = newWorld();
      const profile = { text: '{"schema":"<script>\u202E"}', etag: 'e', savedAt: new Date().toISOString() };
      world.profiles.set('<img src=x>\u202Efdp', profile);
      const { page, violations } = await open(world);
      await choose(page, await fileOf('a <img src=x onerror=alert(1)>\u202Evsc.csv', text));
      await says(page, '1 of 1 row is wrong.');
      await says(page, 'E-mail <b>bad</b>');
      // What a reason quotes is code, and still text.
      expect(await page.evaluate(`document.querySelector('.grid-reason code').textContent`)).toBe(
        '<b>bad</b>',
      );
      expect(await page.evaluate(`document.querySelectorAll('main img, main script, main b b').length`)).toBe(
        0,
      );
      const shown = String(await page.evaluate('document.body.textContent'));
      expect(shown).toContain('<img src=x>U+202Efdp');
      expect(shown).not.toContain('\u202E');
      expect(violations).toEqual([]);
    },
    90_000,
  );

  inBrowser(
    `${name}: of a cell that is too long its beginning is shown, from whichever side it is read`,
    async () => {
      const { page } = await open();
      const long = 'عائلة المصري للتجارة والمقاولات العامة والخدمات المتكاملة';
      await choose(page, await fileOf('long.csv', `Name,E-mail\n${long},ann@example.com\n`));
      await says(page, 'It would send 1 record:');
      const isShown = `(() => {
        const cell = document.querySelector('[aria-label="First rows of the file"] [role=gridcell]');
        const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
        const [first, box] = [document.createRange(), cell.getBoundingClientRect()];
        cell.style.width = '80px';
        first.setStart(text, 0);
        first.setEnd(text, 1);
        const { left, right } = first.getBoundingClientRect();
        return left >= box.left && right <= box.left + 80;
      })()`;
      expect(await page.evaluate(isShown)).toBe(true);
    },
    90_000,
  );

  inBrowser(
    `${name}: a file that cannot be read is refused with its row, and corrections outlive a reload`,
    async () => {
      const { page } = await open();
      await choose(
        page,
        await fileOf('open.csv', 'Name,E-mail\nAnn,ann@example.com\n"Bob,bob@example.com\n'),
      );
      await says(page, 'Row 3');
      await choose(page, example);
      await says(page, '5 of 1,000 rows are wrong.');
      await page.focus('[aria-label="Wrong rows"]');
      await page.keyboard.press('ArrowRight');
      await write(page, 'jianguo.li@example.com');
      await says(page, '4 of 1,000 rows are wrong.');
      await page.reload();
      await says(page, 'Choose the same file again');
      await choose(page, example);
      await says(page, '4 of 1,000 rows are wrong.');
    },
    90_000,
  );
}
