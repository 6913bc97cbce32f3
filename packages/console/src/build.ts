import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleForBrowser } from './bundle.ts';

/** A file of the console, as the browser fetches it. */
export interface ConsoleFile {
  /** Below the root of the site, such as `main-4XQ2B7.js`. */
  readonly name: string;
  readonly contents: Uint8Array;
  /** Its media type. */
  readonly type: string;
  /** Its name changes with its contents, so that it may be kept for ever. */
  readonly isHashed: boolean;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** What the page loads by name; everything else is imported by these. */
const entries = { main: 'main.tsx', worker: 'worker/worker.ts', styles: 'styles.css', icon: 'icon.svg' };
type Entry = keyof typeof entries;

const browser = (file: string): string => fileURLToPath(new URL(`browser/${file}`, import.meta.url));

/** The whole site: `index.html`, and scripts, styles and the worker under hashed names. */
export async function buildConsole(): Promise<ConsoleFile[]> {
  const { outputFiles } = await bundleForBrowser(Object.values(entries).map(browser), {
    outbase: browser('.'),
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    loader: { '.svg': 'copy' },
  });
  const files = outputFiles.map(({ path, contents }) => ({
    name: basename(path),
    contents,
    type: types[extname(path)] ?? 'application/octet-stream',
    isHashed: true,
  }));
  const named = (entry: Entry): string =>
    files.find(({ name }) => name.startsWith(`${entry}-`))?.name ?? entry;
  const html = readFileSync(browser('index.html'), 'utf8').replaceAll(/\{(\w+)\}/gu, (whole, name: string) =>
    name in entries ? `/${named(name as Entry)}` : whole,
  );
  const page = { name: 'index.html', contents: new TextEncoder().encode(html) };
  return [{ ...page, type: 'text/html; charset=utf-8', isHashed: false }, ...files];
}
