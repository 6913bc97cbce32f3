import { driven } from '../../test/browsers/driven.ts';
import { itMeasures } from '../tried.ts';

/** What was measured in a browser of this machine, and whether that is as asked. */
const inEachBrowser = driven
  .filter(({ program }) => program !== undefined)
  .flatMap(() => [String.raw`[\d.]+ \w+`, String.raw`(?:met|missed by [\d.]+ \w+)`]);

itMeasures('console --records 500 --rows 2000 --rounds 1', [
  ['first load, packed', '≤ 100 kB', ...inEachBrowser],
  ['every cell of it checked', '≤ 10 s, Firefox 15 s', ...inEachBrowser],
  ['most memory of its process', '≤ 350 MB', ...inEachBrowser],
  ['result rows: a frame, 95th percentile', '≤ 34 ms', ...inEachBrowser],
  ['an event on the page, longest', '≤ 2 s', ...inEachBrowser],
]);
