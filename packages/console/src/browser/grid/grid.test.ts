import { expect, test } from 'vitest';
import { columnsBetween, offsetsOf } from './columns.ts';
import { movedBy } from './place.ts';
import {
  lastPosition,
  positionAt,
  positionShowing,
  rowHeight,
  rowsAt,
  scrolledHeight,
  scrollTopAt,
} from './scroll.ts';
import { listSource, RowCache } from './source.ts';
import { visibleText } from '../parts/visible.ts';

const million = { rows: 1_000_000, height: 560 };

test('the element of a million rows is no higher than any browser allows, and its end shows the last row', () => {
  expect(scrolledHeight(million)).toBeLessThan(17_000_000);
  const end = positionAt(scrolledHeight(million) - million.height, million);
  expect(rowsAt(end, million)).toEqual({ from: 999_980, to: 1_000_000, top: 0 });
});

test('few rows are scrolled pixel by pixel', () => {
  const few = { rows: 100, height: 560 };
  expect(scrolledHeight(few)).toBe(100 * rowHeight);
  for (const top of [0, 1, 333, lastPosition(few)]) expect(positionAt(top, few)).toBeCloseTo(top);
});

test('each row can be shown, and the element is scrolled to where it is', () => {
  for (const row of [0, 1, 20, 500_000, 999_999]) {
    const position = positionShowing(row, 0, million);
    const { from, to } = rowsAt(position, million);
    expect(from).toBeLessThanOrEqual(row);
    expect(to).toBeGreaterThan(row);
    expect(positionAt(scrollTopAt(position, million), million)).toBeCloseTo(position, 0);
  }
});

test('a window that is higher than its rows is not scrolled', () => {
  const low = { rows: 3, height: 560 };
  expect(positionAt(100, low)).toBe(0);
  expect(scrollTopAt(0, low)).toBe(0);
  expect(rowsAt(0, { rows: 0, height: 560 })).toEqual({ from: 0, to: 0, top: 0 });
});

test('only the columns that are seen are made', () => {
  const columns = Array.from({ length: 16_384 }, (_, at) => ({ header: String(at), width: 100 }));
  const offsets = offsetsOf(columns, new Map([[2, 50]]));
  expect(offsets.slice(0, 5)).toEqual([0, 100, 200, 250, 350]);
  expect(columnsBetween(offsets, 0, 240)).toEqual({ from: 0, to: 3 });
  expect(columnsBetween(offsets, 1_000_000, 1_000_400)).toEqual({ from: 10_000, to: 10_005 });
  expect(columnsBetween(offsets, 1_638_250, 1_638_900)).toEqual({ from: 16_383, to: 16_384 });
});

test('keys move within the grid', () => {
  const sizes = { rows: 10, columns: 3, page: 4 };
  const press = (key: string, ctrlKey = false) =>
    movedBy({ key, ctrlKey, metaKey: false }, { row: 5, column: 1 }, sizes);
  expect(press('PageDown')).toEqual({ row: 9, column: 1 });
  expect(press('PageUp')).toEqual({ row: 1, column: 1 });
  expect(press('End')).toEqual({ row: 5, column: 2 });
  expect(press('Home', true)).toEqual({ row: 0, column: 0 });
  expect(press('ArrowDown', true)).toEqual({ row: 9, column: 1 });
  expect(press('constructor')).toBeUndefined();
});

test('what nobody would see is shown by its name', () => {
  expect(visibleText('a\u202Egpj.exe')).toBe('aU+202Egpj.exe');
  expect(visibleText('two\nlines\t\u0000')).toBe('two↵lines⇥␀');
  expect(visibleText('\u200bx\ufeff')).toBe('U+200BxU+FEFF');
  expect(visibleText('<script>alert(1)</script>')).toBe('<script>alert(1)</script>');
  expect(visibleText('👩\u200d👧 and a\u200db')).toBe('👩\u200d👧 and aU+200Db');
});

test('a long cell is cut, and never within a character', () => {
  expect(visibleText(`${'x'.repeat(299)}👩`, 300)).toBe(`${'x'.repeat(299)}\ufffd…`);
});

test('rows are asked for in blocks, and each once', async () => {
  const asked: string[] = [];
  const all = listSource(Array.from({ length: 600 }, (_, at) => ({ number: at + 1, cells: [] })));
  const read = Promise.withResolvers<void>();
  const cache = new RowCache(
    { rowCount: 600, rows: (from, to) => (asked.push(`${from}-${to}`), all.rows(from, to)) },
    read.resolve,
  );
  cache.want(250, 270);
  cache.want(255, 280);
  await read.promise;
  expect(asked).toEqual(['0-256', '256-512']);
  expect(cache.row(250)?.number).toBe(251);
  expect(cache.row(599)).toBeUndefined();
});

test('rows that are here already are shown at once, and never asked for', () => {
  const source = { ...listSource([{ cells: ['x'] }]), rows: () => expect.unreachable() };
  const cache = new RowCache(source, () => expect.unreachable());
  expect(cache.row(0)?.cells).toEqual(['x']);
  cache.want(0, 1);
});

test('rows that could not be read are asked for again', async () => {
  let tries = 0;
  const failing = () => (
    (tries += 1),
    tries === 1 ? Promise.reject(new Error('gone')) : Promise.resolve([{ cells: ['x'] }])
  );
  let onRead = Promise.withResolvers<void>();
  const cache = new RowCache({ rowCount: 1, rows: failing }, () => onRead.resolve());
  cache.want(0, 1);
  await onRead.promise;
  expect(cache.hasFailed(0, 1)).toBe(true);
  onRead = Promise.withResolvers();
  cache.want(0, 1);
  await onRead.promise;
  expect(cache.row(0)?.cells).toEqual(['x']);
});

test('rows of another source stand for its own until they are read', async () => {
  const rows = (text: string) => ({ rowCount: 1, rows: () => Promise.resolve([{ cells: [text] }]) });
  const first = new RowCache(rows('before'), () => undefined);
  first.want(0, 1);
  await Promise.resolve();
  await Promise.resolve();
  const unread = new RowCache(rows('never read'), () => undefined, first);
  const second = new RowCache(rows('after'), () => undefined, unread);
  expect(second.row(0)?.cells).toEqual(['before']);
  second.want(0, 1);
  await Promise.resolve();
  await Promise.resolve();
  expect(second.row(0)?.cells).toEqual(['after']);
  expect(new RowCache(listSource([]), () => undefined, second).row(0)).toBeUndefined();
});
