import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];

/** Where a browser is, if this machine has one. */
export const chromium = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => names.map((name) => join(folder, name)))
  .find((file) => existsSync(file));

/** Opens a page in a new browser. Resolves once it can be closed. */
export async function openPage(url: string, flags: readonly string[] = []) {
  const profile = await mkdtemp(join(tmpdir(), 'sluice-browser-'));
  const headless = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--no-first-run',
  ];
  const argv = [...headless, `--user-data-dir=${profile}`, ...flags, url];
  // A process group of its own, so that all processes of the browser end together.
  const browser = spawn(chromium ?? '', argv, { stdio: 'ignore', detached: true });
  const ended = once(browser, 'exit');
  return {
    close: async (): Promise<void> => {
      if (browser.pid !== undefined) process.kill(-browser.pid, 'SIGKILL');
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
