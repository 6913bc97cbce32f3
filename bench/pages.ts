import type { Running } from './bench.ts';
import { total, type Counting, type Sent, type Tally } from './counting.ts';
import { mediansOf } from './rounds.ts';
import { count, milliseconds, short, times } from './table.ts';

/** One page of one search at one size. */
export interface Page {
  readonly search: string;
  readonly page: string;
  readonly size: number;
  readonly request: () => Promise<unknown>;
  readonly sent: readonly Sent[];
  /** The same reads of the database, sent with the SDK alone. */
  readonly bare?: () => Promise<unknown>;
}

export async function pageOf(page: Omit<Page, 'sent'>, counting: Counting): Promise<Page> {
  return { ...page, sent: (await counting.during(page.request)).sent };
}

const columns = { requests: 'requests', items: 'items read', readUnits: 'read units' };

interface Shown {
  readonly title: string;
  /** The noun for the sizes: `users`, `runs`. */
  readonly unit: string;
  /** The figures of the requests that are shown. */
  readonly counted: readonly (keyof typeof columns)[];
  readonly notes: readonly string[];
}

/** Times the same pages at several sizes: a row for each page, with its growth from the smallest size to the largest. */
export async function showPages(
  bySize: readonly (readonly Page[])[],
  { title, unit, counted, notes }: Shown,
  { options, show }: Running,
): Promise<void> {
  const rounds = options.whole('rounds');
  // All sizes of the same page are measured next to one another.
  const groups = (bySize[0] ?? []).map((_, at) => bySize.flatMap((pages) => pages[at] ?? []));
  const pages = groups.flat();
  const medians = await mediansOf(
    rounds,
    pages.map(({ request }) => request),
  );
  const bareMedians = await mediansOf(
    rounds,
    pages.map(({ bare }) => bare ?? (async () => {})),
  );
  const timeOf = (page: Page | undefined, of = medians) => of[page ? pages.indexOf(page) : -1] ?? Number.NaN;
  const growths: number[] = [];
  const rows = groups.map((group) => {
    const last = group.at(-1);
    // Near its end a small site has fewer rows to read ahead, so the base is always the first page of the smallest size.
    const base = pages.find(({ search, page }) => search === last?.search && page === 'first');
    const growth = timeOf(last) / timeOf(base);
    growths.push(growth);
    const bare = [
      milliseconds(timeOf(last, bareMedians)),
      times(timeOf(last, bareMedians) / timeOf(base, bareMedians)),
    ];
    return [
      last?.search ?? '',
      last?.page ?? '',
      ...group.map((page) => milliseconds(timeOf(page))),
      times(growth),
      ...(last?.bare ? bare : []),
      ...counted.map((what) => range(group, what)),
    ];
  });
  const sizes = (groups[0] ?? []).map(({ size }) => count(size));
  const bareHead = pages[0]?.bare ? ['bare reads', 'their growth'] : [];
  show({
    title,
    head: [
      'search',
      'page',
      ...sizes.map((size) => `${size} ${unit}`),
      'growth',
      ...bareHead,
      ...counted.map((what) => columns[what]),
    ],
    rows,
    notes: [
      `Medians of ${rounds} rounds, every page once a round. Growth: the time at ${sizes.at(-1)} ${unit} divided by that of the first page of the same search at ${sizes[0]}; the most is ${times(Math.max(...growths))}, the aim is 1.5×.`,
      'Requests, items and units are from the database: the least and the most of all sizes.',
      ...notes,
    ],
  });
}

function range(pages: readonly Page[], what: keyof Tally): string {
  const figures = pages.map(({ sent }) => total(sent)[what]);
  const [least, most] = [Math.min(...figures), Math.max(...figures)];
  return least === most ? short(most) : `${short(least)}–${short(most)}`;
}
