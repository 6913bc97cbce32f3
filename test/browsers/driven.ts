import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import { chromium, firefox } from './browsers.ts';

/** The browsers of this machine that are driven. */
export const driven = [
  { name: 'Chromium', kind: 'chrome', program: chromium?.program },
  { name: 'Firefox', kind: 'firefox', program: firefox?.program },
] as const;
export type Drivable = (typeof driven)[number];

/** Firefox is told which colours a person prefers when it starts: it knows no other by its protocol. */
export async function launched(
  { kind, program }: Drivable,
  scheme: 'light' | 'dark' = 'light',
): Promise<Browser> {
  // Chromium leaves a folder with each start.
  const temp = await mkdtemp(join(tmpdir(), 'sluice-browser-'));
  const args = kind === 'chrome' ? ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] : [];
  const extraPrefsFirefox = { 'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? 0 : 1 };
  const browser = await puppeteer.launch({
    ...{ browser: kind, executablePath: program ?? '', args, extraPrefsFirefox },
    env: { ...process.env, TMPDIR: temp },
  });
  browser.process()?.once('exit', () => rmSync(temp, { recursive: true, force: true, maxRetries: 5 }));
  return browser;
}
