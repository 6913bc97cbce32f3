import type { Page } from '../model/encodings.ts';
import type { ShownAs } from '../model/sheet-error.ts';
import { pageText } from './page-text.ts';

const mostRows = 3;
const mostCharacters = 100;

/** The first lines about which the pages differ. */
export function shownAs(pages: readonly Page[], bytes: Buffer): ShownAs[] {
  const readings = pages.map((page) => ({
    page,
    lines: pageText(page)
      .textOf(bytes)
      .split(/[\r\n]+/u),
  }));
  const [first] = readings;
  const differing = (first?.lines ?? []).flatMap((line, at) =>
    readings.some(({ lines }) => lines[at] !== line) ? [at] : [],
  );
  const rows = differing.slice(0, mostRows);
  return readings.map(({ page, lines }) => ({
    encoding: page,
    rows: rows.map((at) => (lines[at] ?? '').slice(0, mostCharacters)),
  }));
}
