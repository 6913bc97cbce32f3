import { consoleAddress } from '@sluice/demo/console-address';
import type { Page } from 'puppeteer-core';
import type { RunningSystem } from '../running-system.ts';
import { choose, fileOf, press, says } from './console-page.ts';
import { newContext } from './drive.ts';
import type { Drivable } from './driven.ts';

/** A page of the console of a running system, where this person is signed in. It stays until the browsers are closed. */
export async function signedIn(browser: Drivable, system: RunningSystem, person: string): Promise<Page> {
  const page = await (await newContext(browser)).newPage();
  await page.goto(consoleAddress(await system.addresses(), new Date()));
  await page.waitForFunction(`document.body?.innerText.includes('Who are you?')`);
  await press(page, person);
  await page.waitForFunction(`document.querySelector('header .person')?.innerText.includes('${person}')`);
  return page;
}

/** Goes to another place of the console, as a link of its own does. */
export const goTo = async (page: Page, place: string): Promise<unknown> =>
  page.evaluate(`location.hash = ${JSON.stringify(place)}`);

interface Dropped {
  readonly name: string;
  readonly text: string;
  /** The value of its option. */
  readonly folder: string;
}

/** Drops a file whose rows are all right. @returns the id of its run, whose page is open then */
export async function drop(page: Page, { name, text, folder }: Dropped): Promise<string> {
  await goTo(page, '#/drop');
  await choose(page, await fileOf(name, text));
  await page.waitForSelector(`option[value="${folder}"]`);
  await page.select('select:has(optgroup)', folder);
  await says(page, 'rows are right.');
  await press(page, 'Drop it');
  await page.waitForFunction(`location.hash.endsWith('dropped=now')`);
  const [, id = ''] = /^#\/runs\/(\w+)/u.exec(String(await page.evaluate('location.hash'))) ?? [];
  return id;
}
