import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { onTestFinished, vi } from 'vitest';
import { newWorld, type World } from '../../packages/console/src/testing/fake-answers.ts';
import { startFakeConsole } from '../../packages/console/src/testing/fake-console.ts';
import { newPage } from './drive.ts';
import type { Drivable } from './driven.ts';

export { says } from './drive.ts';

/** A sheet of 1,000 rows. */
export const example = fileURLToPath(
  new URL('../../examples/drop-a-spreadsheet/clients-with-five-mistakes.csv', import.meta.url),
);

export interface Open {
  readonly page: Page;
  readonly world: World;
  readonly violations: readonly unknown[];
}

/** Opens a page of the console until the end of the test. */
export async function openConsole(browser: Drivable, place: string, world = newWorld()): Promise<Open> {
  const fake = await startFakeConsole(world);
  onTestFinished(fake.close);
  const page = await newPage(browser);
  await page.goto(`${fake.url}${place}`);
  return { page, world, violations: fake.violations };
}

/** A file in a folder of its own, which is removed after the test. */
export async function fileOf(name: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-drop-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

export async function choose(page: Page, file: string): Promise<void> {
  const input = await (await page.waitForSelector('input[type=file]'))?.toElement('input');
  await input?.uploadFile(file);
}

/** Presses the button that begins so, once it can be pressed. */
export async function press(page: Page, text: string | RegExp): Promise<void> {
  const is =
    typeof text === 'string'
      ? `one.innerText.startsWith(${JSON.stringify(text)})`
      : `${text}.test(one.innerText)`;
  const found = `[...document.querySelectorAll('button:enabled')].find((one) => ${is})`;
  await vi.waitUntil(
    async () =>
      (await page.evaluate(`(() => { const one = ${found}; one?.click(); return one !== undefined; })()`)) ===
      true,
    { timeout: 30_000, interval: 50 },
  );
}

/** Writes into the cell of the grid that has the keyboard. */
export async function write(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Enter');
  await page.waitForSelector('.grid-editor');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}
