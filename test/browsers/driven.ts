import puppeteer, { type Browser } from 'puppeteer-core';
import { chromium, firefox } from './browsers.ts';

/** The browsers of this machine that are driven. */
export const driven = [
  { name: 'Chromium', kind: 'chrome', program: chromium?.program },
  { name: 'Firefox', kind: 'firefox', program: firefox?.program },
] as const;
export type Drivable = (typeof driven)[number];

export function launched({ kind, program }: Drivable): Promise<Browser> {
  const args = kind === 'chrome' ? ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] : [];
  return puppeteer.launch({ browser: kind, executablePath: program ?? '', args });
}
