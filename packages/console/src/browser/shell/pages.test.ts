import { consolePages } from '@sluice/answers/blocks';
import { expect, it, vi } from 'vitest';
import { pages } from './pages.tsx';

vi.stubGlobal('location', { hash: '' });
vi.stubGlobal('addEventListener', () => undefined);
const { goTo, matched, path, query } = await import('../app/place.ts');

it.each(Object.entries(consolePages))('opens the page "%s" that answers name', (name, pageOf) => {
  const found = pages.filter(({ path }) => matched(path, pageOf('abc')) !== undefined);
  expect(found.map(({ title }) => title)).toEqual([titles[name]]);
});

it.each([
  ['#//[', '//[', {}],
  ['#/runs?status=failed&q=a?b', '/runs', { status: 'failed', q: 'a?b' }],
  ['#', '/', {}],
  ['', '/', {}],
  ['#//evil.example/runs', '//evil.example/runs', {}],
  ['#/runs/%E0%A4%A', '/runs/%E0%A4%A', {}],
  ['#/runs?x=%E0%A4%A', '/runs', { x: '\ufffd%A' }],
])('whoever follows a link to %j is at %j, or where there is no page', (address, expected, given) => {
  vi.stubGlobal('history', { replaceState: () => (location.hash = address) });
  goTo(address, { replace: true });
  expect([path.value, Object.fromEntries(query.value)]).toEqual([expected, given]);
  const found = pages.flatMap((page) => (matched(page.path, path.value) ? page.title : []));
  expect(found).toEqual(expected === '/' ? ['Runs'] : []);
});

const titles: Readonly<Record<string, string>> = {
  run: 'Run',
  plan: 'Rows',
  columns: 'Columns',
  migration: 'Migration',
  profile: 'Profile',
};
