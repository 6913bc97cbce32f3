import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { tryCheck, type Check, type Checked } from './check.ts';
import { conformance } from './checks/conformance.ts';
import { inOrder } from './checks/in-order.ts';
import { cleanEarlier, cleanFlow, cleanService, together, type Cleaned } from './clean.ts';
import { endsBy, newMark } from './mark.ts';
import { openObjects, type Objects } from './objects.ts';
import type { Place } from './place.ts';
import { checkLine, whatStays, type Report } from './report.ts';
import type { Share } from './settings.ts';
import { NotChecked, type Smoke } from './smoke.ts';

/** In milliseconds, for all checks and for cleaning: 15 minutes together. */
const patience = { checks: 12 * 60_000, cleaning: 3 * 60_000 };

interface Surroundings {
  readonly folder: string;
  /** Aborted at Ctrl-C. */
  readonly signal: AbortSignal;
}

export async function runSmoke(
  place: Place,
  { folder, signal: stop, share }: Surroundings & { readonly share: Share },
): Promise<Report> {
  const started = new Date();
  const mark = newMark(started);
  console.log(`Smoke of ${place.title}. Everything that it makes has ${mark} in its name.\n`);
  const objects = place.buckets && openObjects(place.buckets);
  const cleaner = (name: string) =>
    smokeOf(place, name, { folder, signal: AbortSignal.timeout(patience.cleaning) });
  try {
    const before = await place.own?.records();
    const earlier = objects && (await cleanEarlier(objects, { now: started, smokeOf: cleaner }));
    const running = earlier?.running ?? [];
    const done: Smoke['done'] = {};
    const limit = AbortSignal.any([stop, AbortSignal.timeout(patience.checks)]);
    const check = async (one: Check): Promise<Checked> => {
      const signal = AbortSignal.any([limit, AbortSignal.timeout(one.limit * 1000)]);
      const checked = await tryCheck(one, { ...smokeOf(place, mark, { folder, signal }), done }, place);
      console.log(checkLine(checked));
      return checked;
    };
    // The conformance suite has sites of its own.
    const [first, checks] = await Promise.all([check(besides(running, share)), inTurn(inOrder, check)]);
    const cleaned = await cleanAll(place, cleaner(mark), { objects, isAlone: running.length === 0 });
    const changed = before ? changes(before, (await place.own?.records()) ?? []) : [];
    const all = [...(earlier ? [earlier] : []), cleaned, { removed: [], problems: changed, lacks: [] }];
    return {
      mark,
      place: place.title,
      startedAt: started.toISOString(),
      seconds: (Date.now() - started.getTime()) / 1000,
      interrupted: stop.aborted,
      checks: [first, ...checks],
      cleaned: together(all),
      stays: whatStays(place.missing.flow === undefined, place.missing.service === undefined),
    };
  } finally {
    objects?.close();
  }
}

/** Nobody else works on a system of the smoke's own, so its records must be those of before. */
function changes(before: readonly string[], after: readonly string[]): string[] {
  const only = (some: readonly string[], others: readonly string[]) => {
    const known = new Set(others);
    return some.filter((one) => !known.has(one));
  };
  return [
    ...only(before, after).map((record) => `lost or changed: ${record}`),
    ...only(after, before).map((record) => `new or changed: ${record}`),
  ];
}

async function inTurn<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await act(item));
  return results;
}

/** The sites of the conformance suite are those of every smoke. */
function besides(running: readonly string[], share: Share): Check {
  if (running.length === 0) return conformance(share);
  const text = `${running.join(', ')} may still run and uses the same sites. What it leaves is removed by a smoke after ${endOf(running)}.`;
  return { ...conformance(share), run: () => Promise.reject(new NotChecked(text)) };
}

const endOf = (marks: readonly string[]): string =>
  marks
    .map((mark) => endsBy(mark).toISOString().slice(11, 16))
    .toSorted()
    .at(-1) ?? '';

interface ToClean {
  readonly objects: Objects | undefined;
  readonly isAlone: boolean;
}

async function cleanAll(
  { serviceUrl, missing }: Place,
  smoke: Smoke,
  { objects, isAlone }: ToClean,
): Promise<Cleaned> {
  const hasSites = isAlone && serviceUrl !== undefined && missing.service === undefined;
  const cleaned = await Promise.all([
    objects && cleanFlow(smoke, objects),
    hasSites ? cleanService(smoke, serviceUrl) : undefined,
  ]);
  return together(cleaned.filter((part) => part !== undefined));
}

function smokeOf(
  { sluice, second, panel, serviceUrl }: Place,
  mark: string,
  { folder, signal }: Surroundings,
): Smoke {
  return {
    mark,
    sluice: sluice(folder, signal),
    second: second?.(folder, signal),
    panel,
    serviceUrl,
    write: (name, content) =>
      writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content)),
    read: (name) => readFile(join(folder, name), 'utf8'),
    sleep: (ms) => sleepFor(ms, undefined, { signal }).catch(() => undefined),
    now: () => new Date(),
    signal,
    done: {},
  };
}
