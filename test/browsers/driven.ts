import puppeteer, { type Browser } from 'puppeteer-core';
import { chromium, firefox } from './browsers.ts';

/** The browsers of this machine that are driven. */
export const driven = [
  { name: 'Chromium', kind: 'chrome', program: chromium?.program },
  { name: 'Firefox', kind: 'firefox', program: firefox?.program },
] as const;
export type Drivable = (typeof driven)[number];

/** Firefox is told which colours a person prefers when it starts: it knows no other by its protocol. */
export function launched({ kind, program }: Drivable, scheme: 'light' | 'dark' = 'light'): Promise<Browser> {
  const args = kind === 'chrome' ? ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] : [];
  const extraPrefsFirefox = { 'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? 0 : 1 };
  return puppeteer.launch({ browser: kind, executablePath: program ?? '', args, extraPrefsFirefox });
}
