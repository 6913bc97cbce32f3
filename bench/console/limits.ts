import { short } from '../table.ts';

/** What the console must keep to. */
export interface Limit {
  readonly what: string;
  readonly unit: 'ms' | 'MB' | 'kB' | '';
  readonly most: number;
  /** Where another one holds in Firefox. */
  readonly mostInFirefox?: number;
}

export const limits = {
  page: { what: 'first load, packed', unit: 'kB', most: 100 },
  worker: { what: 'the worker behind it, packed', unit: 'kB', most: 150 },
  paint: { what: 'first paint', unit: 'ms', most: 500 },
  runs: { what: 'the page of runs', unit: 'ms', most: 1000 },
  understood: { what: 'a file: its mapping and first rows', unit: 'ms', most: 500 },
  checked: { what: 'every cell of it checked', unit: 'ms', most: 10_000, mostInFirefox: 15_000 },
  task: { what: 'longest task of the page meanwhile', unit: 'ms', most: 50 },
  memory: { what: 'most memory of its process', unit: 'MB', most: 350 },
  frame: { what: 'result rows: a frame, 95th percentile', unit: 'ms', most: 34 },
  jump: { what: 'rows shown after a jump, longest', unit: 'ms', most: 300 },
  last: { what: 'the last row shown, from the first', unit: 'ms', most: 300 },
  event: { what: 'an event on the page, longest', unit: 'ms', most: 2000 },
} as const satisfies Readonly<Record<string, Limit>>;
export type LimitName = keyof typeof limits;

/** What was measured in a browser, in the units of the limits. */
export type Found = Partial<Record<LimitName, number>>;

export interface InBrowser {
  readonly name: string;
  readonly found: Found;
}

/** A line for each limit that something was measured for: asked, and by browser what was measured and what came of it. */
export function linesOf(browsers: readonly InBrowser[]): string[][] {
  return Object.entries<Limit>(limits)
    .filter(([name]) => browsers.some(({ found }) => found[name as LimitName] !== undefined))
    .map(([name, limit]) => [
      limit.what,
      askedOf(limit),
      ...browsers.flatMap((one) => cellsOf(limit, one.found[name as LimitName], one.name)),
    ]);
}

const askedOf = ({ unit, most, mostInFirefox }: Limit): string =>
  `≤ ${inUnit(most, unit)}${mostInFirefox === undefined ? '' : `, Firefox ${inUnit(mostInFirefox, unit)}`}`;

function cellsOf({ unit, most, mostInFirefox = most }: Limit, found: number | undefined, browser: string) {
  if (found === undefined) return ['–', ''];
  const allowed = browser === 'Firefox' ? mostInFirefox : most;
  const verdict = found <= allowed ? 'met' : `missed by ${inUnit(found - allowed, unit)}`;
  return [inUnit(found, unit), verdict];
}

function inUnit(value: number, unit: Limit['unit']): string {
  if (unit === 'ms' && value >= 1000) return `${short(value / 1000)} s`;
  return `${value < 100 ? short(value) : Math.round(value)} ${unit}`;
}
