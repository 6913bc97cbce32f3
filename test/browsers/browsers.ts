import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export interface Browser {
  readonly program: string;
  /** What it is started with, for a profile that is empty, or has the settings of this file. */
  argv(profile: string): readonly string[];
  readonly settings?: { readonly file: string; readonly text: string };
}

const folders = (process.env['PATH'] ?? '').split(delimiter);
const found = (...names: readonly string[]): string | undefined =>
  folders.flatMap((folder) => names.map((name) => join(folder, name))).find((file) => existsSync(file));

const chromiumFlags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
];
/** Without these it looks for updates, and opens pages of its own. */
const firefoxSettings = [
  'user_pref("app.update.enabled", false);',
  'user_pref("browser.shell.checkDefaultBrowser", false);',
  'user_pref("datareporting.policy.dataSubmissionEnabled", false);',
  'user_pref("network.captive-portal-service.enabled", false);',
  'user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);',
].join('\n');

function browser(program: string | undefined, rest: Omit<Browser, 'program'>): Browser | undefined {
  return program === undefined ? undefined : { program, ...rest };
}

/** The browsers of this machine. */
export const chromium = browser(found('chromium', 'chromium-browser', 'google-chrome', 'chrome'), {
  argv: (profile) => [...chromiumFlags, `--user-data-dir=${profile}`],
});
export const firefox = browser(found('firefox-esr', 'firefox'), {
  argv: (profile) => ['--headless', '--no-remote', '--profile', profile],
  settings: { file: 'user.js', text: firefoxSettings },
});

/** Opens a page in a new browser. Resolves once it can be closed. */
export async function openPage(
  { program, argv, settings }: Browser,
  url: string,
  flags: readonly string[] = [],
) {
  const profile = await mkdtemp(join(tmpdir(), 'sluice-browser-'));
  if (settings !== undefined) await writeFile(join(profile, settings.file), settings.text);
  // A process group of its own, so that all processes of the browser end together.
  const running = spawn(program, [...argv(profile), ...flags, url], {
    ...{ stdio: 'ignore', detached: true },
    // It leaves its temporary files when it is killed.
    env: { ...process.env, TMPDIR: profile },
  });
  const ended = once(running, 'exit');
  return {
    close: async (): Promise<void> => {
      if (running.pid !== undefined) process.kill(-running.pid, 'SIGKILL');
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
