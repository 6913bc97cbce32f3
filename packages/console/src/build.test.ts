import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildConsole, type ConsoleFile } from './build.ts';

const kB = 1000;
const files = await buildConsole();
const text = ({ contents }: ConsoleFile): string => new TextDecoder().decode(contents);
const named = (start: string): ConsoleFile => {
  const file = files.find(({ name }) => name.startsWith(start));
  if (file === undefined) throw new Error(`no file ${start}`);
  return file;
};

/** A file with all that it imports before it runs. What it imports later is not loaded at first. */
function withImports(file: ConsoleFile, found = new Set<ConsoleFile>()): Set<ConsoleFile> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, name = ''] of text(file).matchAll(/(?:from|import)"\.\/([^"]+)"/gu))
    withImports(named(name), found);
  return found;
}
const gzipped = (some: Iterable<ConsoleFile>): number =>
  [...some].reduce((sum, { contents }) => sum + gzipSync(contents).length, 0);

test('names every file but the page by what is in it', () => {
  expect(files.filter(({ isHashed }) => !isHashed).map(({ name }) => name)).toEqual(['index.html']);
  for (const { name, isHashed } of files) if (isHashed) expect(name).toMatch(/^[a-z]+-[A-Z0-9]{8}\.[a-z]+$/u);
  expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
});

test('has nothing inline, and nothing from elsewhere', () => {
  const html = text(named('index.html'));
  expect(html).not.toMatch(/<style|style=|\son\w+=|https?:|<script[^>]*>[^<]/u);
  for (const [, address = ''] of html.matchAll(/(?:src|href|data-worker)="([^"]*)"/gu))
    expect(files.map(({ name }) => `/${name}`)).toContain(address);
});

test('loads at most 100 kB at first, and at most 150 kB for the worker', () => {
  const first = [...withImports(named('main-')), named('index.html'), named('styles-')];
  expect(gzipped(first)).toBeLessThan(100 * kB);
  const worker = named('worker-');
  const loaded = withImports(worker);
  for (const [, name = ''] of text(worker).matchAll(/import\("\.\/([^"]+)"\)/gu))
    withImports(named(name), loaded);
  expect(loaded.size).toBeGreaterThan(3);
  expect(gzipped(loaded)).toBeLessThan(150 * kB);
});
