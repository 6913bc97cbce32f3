import { readFile, writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer, { type Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import { newWorld, type World } from '../../packages/console/src/testing/fake-answers.ts';
import { startFakeConsole } from '../../packages/console/src/testing/fake-console.ts';
import { chromium, firefox } from './browsers.ts';

const example = fileURLToPath(
  new URL('../../examples/drop-a-spreadsheet/clients-with-five-mistakes.csv', import.meta.url),
);

interface Open {
  readonly page: Page;
  readonly world: World;
  readonly violations: readonly unknown[];
}

async function openDrop(browser: 'chrome' | 'firefox', executablePath: string): Promise<Open> {
  const fake = await startFakeConsole(newWorld());
  const args = browser === 'chrome' ? ['--no-sandbox', '--disable-gpu'] : [];
  const running = await puppeteer.launch({ browser, executablePath, args });
  onTestFinished(async () => {
    await running.close();
    fake.close();
  });
  const page = await running.newPage();
  await page.goto(`${fake.url}#/drop`);
  await page.waitForSelector('input[type=file]');
  return { page, world: fake.world, violations: fake.violations };
}

async function choose(page: Page, file: string): Promise<void> {
  const input = await page.$('input[type=file]');
  await input?.toElement('input').then((element) => element.uploadFile(file));
}

const says = (page: Page, text: string) =>
  page.waitForFunction(`document.body.innerText.includes(${JSON.stringify(text)})`, { timeout: 30_000 });

/** Writes into the cell of the grid of wrong rows that has the keyboard. */
async function write(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Enter');
  await page.waitForSelector('.grid-editor');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

for (const [browser, found] of [
  ['chrome', chromium],
  ['firefox', firefox],
] as const) {
  if (found === undefined)
    console.warn(`SKIPPED: the drop page in ${browser}, which is not on this machine.`);
  const inBrowser = test.skipIf(found === undefined);
  const open = () => openDrop(browser, found?.program ?? '');

  inBrowser(
    `${browser}: mistakes are found, corrected by keyboard alone, and the corrected file is sent`,
    async () => {
      const { page, world, violations } = await open();
      await choose(page, example);
      await says(page, '5 of 1,000 rows are wrong.');
      await page.focus('[aria-label="Wrong rows"]');
      await page.keyboard.press('ArrowRight');
      await write(page, 'jianguo.li@example.com');
      await says(page, '4 of 1,000 rows are wrong.');
      await page.evaluate(
        `[...document.querySelectorAll('button')].find((one) => one.innerText === 'Drop it all the same').click()`,
      );
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
    `${browser}: what is written in a file stays text`,
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'sluice-drop-'));
      onTestFinished(() => rm(folder, { recursive: true }));
      const file = join(folder, 'a <img src=x onerror=alert(1)>\u202Evsc.csv');
      const header = 'Name,E-mail,<script>alert(2)</script>\u202E';
      await writeFile(file, `${header}\n=1+1,"<b>bad</b>\u202E",x\n`);
      const { page, violations } = await open();
      await choose(page, file);
      await says(page, '1 of 1 rows are wrong.');
      expect(await page.evaluate(`document.querySelectorAll('main img, main script, main b b').length`)).toBe(
        0,
      );
      expect(await page.evaluate('document.body.innerText')).toContain('U+202E');
      expect(violations).toEqual([]);
    },
    90_000,
  );

  inBrowser(
    `${browser}: a file that cannot be read is refused with its row, and corrections outlive a reload`,
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'sluice-drop-'));
      onTestFinished(() => rm(folder, { recursive: true }));
      const file = join(folder, 'open.csv');
      await writeFile(file, 'Name,E-mail\nAnn,ann@example.com\n"Bob,bob@example.com\n');
      const { page } = await open();
      await choose(page, file);
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
