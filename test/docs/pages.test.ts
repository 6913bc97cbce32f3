import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const read = (page: string) => readFileSync(join(repository, page), 'utf8');

/** What a page links to in this repository, from its root, with the heading where one is named. */
function linksOf(page: string): { readonly target: string; readonly heading: string | undefined }[] {
  const links = [...read(page).matchAll(/\]\(([^)\s]*)\)/g)].map(([, link = '']) => link);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => link.split('#'))
    .map(([path = '', heading]) => ({
      target: path === '' ? page : normalize(join(dirname(page), path)),
      heading,
    }));
}

/** As they are named in links. */
function headingsOf(page: string): string[] {
  const headings = [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading.toLowerCase());
  return headings.map((heading) => heading.replaceAll(/[^\w\- ]/g, '').replaceAll(' ', '-'));
}

/** Every page of a reader who begins at the README and follows what is linked. */
function reachable(): Set<string> {
  const pages = new Set(['README.md']);
  for (const page of pages)
    for (const { target } of linksOf(page)) {
      if (target.endsWith('.md')) pages.add(target);
      else if (target.startsWith('docs/'))
        for (const name of readdirSync(join(repository, target))) pages.add(join(target, name));
    }
  return pages;
}

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'functions/README.md',
  ...globSync('docs/**/*.md', { cwd: repository }),
];

describe('the documents', () => {
  it('link to nothing that is not there', () => {
    const broken = pages.flatMap((page) =>
      linksOf(page)
        .filter(({ target, heading }) => {
          const isThere = existsSync(join(repository, target));
          return !isThere || (heading !== undefined && !headingsOf(target).includes(heading));
        })
        .map(({ target, heading = '' }) => `${page}: ${target}#${heading}`),
    );
    expect(broken).toEqual([]);
  });

  it('have at most 120 columns outside tables and of what commands print', () => {
    const all = [...pages, ...globSync(['packages/*/*.md', 'examples/*/*.md'], { cwd: repository })];
    const lines = all.flatMap((page) =>
      read(page)
        .replaceAll(/^```console\n.*?^```$/gms, '')
        .split('\n'),
    );
    expect(lines.filter((line) => line.length > 120 && !line.startsWith('|'))).toEqual([]);
  });

  it('can all be reached from the README', () => {
    const reached = reachable();
    expect(pages.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([]);
  });

  it('name every function in the README, and in that of the functions', () => {
    const functions = globSync('functions/*/handler.ts', { cwd: repository }).map(
      (file) => file.split('/')[1],
    );
    expect(functions.length).toBeGreaterThan(10);
    for (const page of ['README.md', 'functions/README.md'])
      expect(functions.filter((name) => !read(page).includes(`\`${name}\``))).toEqual([]);
  });
});

it('the decisions about the interface name tests that exist', () => {
  const bullets = read('docs/interface-decisions.md').matchAll(/^ {3,4}- .*\n(?: {5,6}.*\n)*/gm);
  const named = [...bullets].flatMap(([bullet]) => testsIn(bullet.replaceAll(/\s+/g, ' ')));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((test) => !exists(test))).toEqual([]);
});

describe('the papers on security', () => {
  const papers = ['SECURITY.md', ...globSync('docs/security/*.md', { cwd: repository })];

  it.each(papers)('%s names files that exist', (page) => {
    const files = [...read(page).matchAll(/`((?:bench|docs|functions|infra|packages|test)\/[\w./-]+)`/g)];
    expect(files.map(([, file = '']) => file).filter((file) => !existsSync(join(repository, file)))).toEqual(
      [],
    );
  });

  it('name tests that exist', () => {
    const named = papers.flatMap((page) => testsIn(read(page).replaceAll(/\s+/g, ' ')));
    const tests = named.filter(({ words }) => words !== '');
    expect(tests.length).toBeGreaterThan(100);
    expect(tests.filter((test) => !exists(test))).toEqual([]);
  });
});

interface NamedTest {
  readonly file: string;
  /** Words of its title; three dots are any words. */
  readonly words: string;
}

/** The files, and the texts in quotation marks with the file before them. */
function testsIn(text: string): NamedTest[] {
  let file = '';
  return [...text.matchAll(/`([\w./-]+\.ts)`|"([^"]*)"/g)].map(([, named, words = '']) => {
    file = named ?? file;
    return { file, words };
  });
}

function exists({ file, words }: NamedTest): boolean {
  const short = file.startsWith('contract/') ? file.replace('/', '/src/') : `data-access/src/${file}`;
  const place = [file, `packages/${short}`].find((path) => existsSync(join(repository, path)));
  const parts = words.split('…');
  const hasTitle = (line: string, at = 0) => parts.every((part) => (at = line.indexOf(part, at)) >= 0);
  return (
    place !== undefined &&
    read(place)
      .split('\n')
      .some((line) => hasTitle(line))
  );
}
