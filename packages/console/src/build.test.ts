import { expect, test } from 'vitest';
import { buildConsole } from './build.ts';
import { firstLoad, gzipped, named, textOf, workerLoad } from './testing/loaded.ts';

const kB = 1000;
const files = await buildConsole();

test('names every file but the page by what is in it', () => {
  expect(files.filter(({ isHashed }) => !isHashed).map(({ name }) => name)).toEqual(['index.html']);
  for (const { name, isHashed } of files) if (isHashed) expect(name).toMatch(/^[a-z]+-[A-Z0-9]{8}\.[a-z]+$/u);
  expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
});

test('has nothing inline, and nothing from elsewhere', () => {
  const html = textOf(named(files, 'index.html'));
  expect(html).not.toMatch(/<style|style=|\son\w+=|https?:|<script[^>]*>[^<]/u);
  for (const [, address = ''] of html.matchAll(/(?:src|href|data-worker)="([^"]*)"/gu))
    expect(files.map(({ name }) => `/${name}`)).toContain(address);
});

test('loads at most 100 kB at first, and at most 157 kB for the worker', () => {
  expect(gzipped(firstLoad(files))).toBeLessThan(100 * kB);
  const worker = workerLoad(files);
  expect(worker.length).toBeGreaterThan(3);
  expect(gzipped(worker)).toBeLessThan(157 * kB);
});
