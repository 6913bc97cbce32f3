import { consolePages } from '@sluice/mail/console-pages';
import { expect, it, vi } from 'vitest';
import { pages } from './pages.tsx';

vi.stubGlobal('location', { hash: '' });
vi.stubGlobal('addEventListener', () => undefined);
const { matched } = await import('./place.ts');

it.each(Object.entries(consolePages))('opens the page "%s" that mails name', (name, pageOf) => {
  const found = pages.filter(({ path }) => matched(path, pageOf('abc')) !== undefined);
  expect(found.map(({ title }) => title)).toEqual([titles[name]]);
});

const titles: Readonly<Record<string, string>> = {
  run: 'Run',
  plan: 'Rows',
  columns: 'Columns',
  migration: 'Migration',
};
