import axe from 'axe-core';
import type { Browser as Driven, BrowserContext, Page } from 'puppeteer-core';
import { expect, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { launched, type Drivable } from './driven.ts';

export { driven } from './driven.ts';

/** Until the end of the test. */
export async function launch(one: Drivable, scheme?: 'light' | 'dark'): Promise<Driven> {
  const browser = await launched(one, scheme);
  onTestFinished(async () => browser.close());
  return browser;
}

const shared = new Map<Drivable, Promise<Driven>>();

/** In a browser that the tests of a file share. It knows nothing of the pages of other contexts. */
export async function newContext(one: Drivable): Promise<BrowserContext> {
  const browser = shared.get(one) ?? launched(one);
  shared.set(one, browser);
  return (await browser).createBrowserContext();
}

/** A page in a context of its own, until the end of the test. */
export async function newPage(one: Drivable): Promise<Page> {
  const context = await newContext(one);
  onTestFinished(async () => context.close());
  return context.newPage();
}

/** To be called after all tests of a file. */
export async function closeBrowsers(): Promise<void> {
  for (const browser of shared.values()) await (await browser).close();
  shared.clear();
}

const waitMs = 30_000;

/** The text of the page, as a person sees it. These tests have no types of a browser, so it runs texts. */
export const textOf = async (page: Page): Promise<string> =>
  String(await page.evaluate('document.body.innerText'));

/** Waits until the page says this. @throws if it does not, with what it says instead */
export async function says(page: Page, text: string, timeout = waitMs): Promise<void> {
  let said = '';
  const isSaid = async (): Promise<boolean> => (said = await textOf(page)).includes(text);
  await vi.waitUntil(isSaid, { timeout, interval: 50 }).catch((cause: unknown) => {
    throw new Error(`The page does not say “${text}”, but: ${said}`, { cause });
  });
}

/** Goes on by keyboard to what has this text. */
export async function tabTo(page: Page, text: string): Promise<void> {
  const focused = async () => String(await page.evaluate('document.activeElement?.textContent')).trim();
  for (let tabs = 0; tabs < 60 && (await focused()) !== text; tabs += 1) await page.keyboard.press('Tab');
  expect(await focused()).toBe(text);
}

const faultsSchema = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }));

/** What axe finds wrong, in lines. It is put into the page by the browser, which no policy of the page forbids. */
export async function faultsOf(page: Page): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  const run = `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)`;
  const found = faultsSchema.parse(await page.evaluate(run));
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`.slice(0, 400));
}

export const isTooWide = async (page: Page): Promise<boolean> =>
  (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) === true;

/** The words that stand on two lines, broken between two letters. Ids may, and so does Chinese. */
export async function brokenWords(page: Page): Promise<string[]> {
  const found = `(() => {
    const broken = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      const { parentElement: parent } = node;
      if (!parent.checkVisibility() || parent.closest('.id, code') !== null) continue;
      for (const { 0: word, index } of node.data.matchAll(/(?<![\\p{L}\\p{N}])\\p{Script=Latin}{2,}(?![\\p{L}\\p{N}])/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
      }
    }
    return broken;
  })()`;
  return z.array(z.string()).parse(await page.evaluate(found));
}
