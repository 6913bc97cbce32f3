import axe from 'axe-core';
import puppeteer, { type Browser as Driven, type Page } from 'puppeteer-core';
import { onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { chromium, firefox } from './browsers.ts';

/** The browsers of this machine that tests drive. */
export const driven = [
  { name: 'Chromium', kind: 'chrome', program: chromium?.program },
  { name: 'Firefox', kind: 'firefox', program: firefox?.program },
] as const;

/** Until the end of the test. */
export async function launch({ kind, program }: (typeof driven)[number]): Promise<Driven> {
  const args = kind === 'chrome' ? ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] : [];
  const browser = await puppeteer.launch({ browser: kind, executablePath: program ?? '', args });
  onTestFinished(async () => browser.close());
  return browser;
}

const waitMs = 15_000;

/** The text of the page, as a person sees it. These tests have no types of a browser, so it runs texts. */
export const textOf = async (page: Page): Promise<string> =>
  String(await page.evaluate('document.body.innerText'));

/** Waits until the page says this. */
export async function says(page: Page, text: string): Promise<void> {
  await vi.waitUntil(async () => (await textOf(page)).includes(text), { timeout: waitMs, interval: 50 });
}

const faultsSchema = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }));

/** What axe finds wrong, in lines. It is put into the page by the browser, which no policy of the page forbids. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = faultsSchema.parse(await page.evaluate('axe.run().then(({ violations }) => violations)'));
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`.slice(0, 400));
}

export const isTooWide = async (page: Page): Promise<boolean> =>
  (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) === true;
