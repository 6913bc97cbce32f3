import { log } from '@sluice/aws-kit/handlers';
import { sha256 } from '@sluice/aws-kit/hash-chain';
import { dayAfter, dayOf, sealKeys, withEarlier, type Seal, type SealNote } from '@sluice/ledger';
import { keepSums, sumMissingDays } from '../figures/sum-days.ts';
import { linesOf, type SealHistoryServices } from './lines.ts';
import { earlierLists, runsIn, sealOpenDays, textOf, type EarlierLists } from './open-days.ts';
import { isEarly, keptSeal, readSeal, type KeptSeal } from './seals.ts';

/** Workers mark the day before they write. An hour after it ended, every write of a day is done. */
const settledMs = 3_600_000;
/** No day is started later, so that each has the rest of the function's time. */
const beginsUntilMs = 180_000;

/** How many days one start sealed, and how many runs and migrations they have in all. */
export interface SealedDays {
  /** The last sealed day; undefined while there is none. */
  readonly until: string | undefined;
  readonly days: number;
  readonly runs: number;
}

/**
 * Seals one UTC day after the other, from the day after the last seal to yesterday. The first seal is of the day of the first run.
 * If there is no time for some days, the next start seals them. Then it lists the new runs of the days that are not over, by the hour.
 * A second start at the same time finds the same lists and seals, and changes nothing.
 * @throws if the ledger has another seal of one of these days or of the last one: somebody replaced it
 */
export async function sealHistory(services: SealHistoryServices): Promise<SealedDays> {
  const { seals, now } = services;
  const begun = now().getTime();
  const yesterday = dayAfter(dayOf(new Date(begun - settledMs).toISOString()), -1);
  const sealed = await seals.days();
  const last = sealed.findLast((one) => !isEarly(one, now()));
  let previous = last === undefined ? undefined : await readSeal(seals, last);
  // A start may have died between the seal and its note.
  const replaced = sealed.filter((one) => isEarly(one, now()));
  if (previous && !(await isNoted(services, previous))) replaced.push(previous.day);
  let [days, runs] = [0, 0];
  let day = last === undefined ? await firstDay(services, yesterday) : dayAfter(last);
  const isInTime = () => days === 0 || hasTime(services, begun);
  for (; day <= yesterday && isInTime(); day = dayAfter(day)) {
    const earlier = await earlierLists(day, services);
    replaced.push(...earlier.replaced);
    const made = await sealDay(services, { day, previous, earlier });
    previous = made.seal;
    if (!made.isWhole) replaced.push(day);
    [days, runs] = [days + 1, runs + previous.runs];
    if (await isNoted(services, previous)) continue;
    replaced.push(day);
    break;
  }
  replaced.push(...(await sealOpenDays(previous?.day, services)));
  const sealedUntil = previous?.day;
  if (sealedUntil !== undefined)
    await asCache(() =>
      sumMissingDays(services, { until: sealedUntil, isInTime: () => hasTime(services, begun) }),
    );
  if (replaced.length > 0)
    throw new Error(`The seal of ${replaced.join(' and ')} is not the one that was made first`);
  if (day <= yesterday) log.info('history_partly_sealed', { next: day, until: yesterday, days, runs });
  return { until: previous?.day, days, runs };
}

const hasTime = ({ now }: SealHistoryServices, begun: number): boolean =>
  now().getTime() - begun < beginsUntilMs;

/** The sums of days are a cache: without them the history is sealed all the same. */
async function asCache(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error('day_not_summed', error);
  }
}

/** Records the seal in the ledger, so that its loss is noticed. @returns whether the ledger had no other one */
async function isNoted({ ledger }: SealHistoryServices, { day, hash }: SealNote): Promise<boolean> {
  return (await ledger.noteSeal({ day, hash })).hash === hash;
}

async function firstDay({ ledger }: SealHistoryServices, yesterday: string): Promise<string> {
  const first = await ledger.firstDay();
  return first === undefined || first > yesterday ? yesterday : first;
}

interface DayToSeal {
  readonly day: string;
  readonly previous: KeptSeal | undefined;
  readonly earlier: EarlierLists;
}

async function sealDay(
  services: SealHistoryServices,
  { day, previous, earlier }: DayToSeal,
): Promise<{ readonly seal: KeptSeal; readonly isWhole: boolean }> {
  const { files } = services.seals;
  const touched = new Set([day]);
  const lines = await linesOf(day, { seen: (run) => touched.add(dayOf(run.startedAt)) }, services);
  for (const [runId, run] of earlier.runs) lines.set(runId, withEarlier(lines.get(runId), run));
  // Before the seal: what a start that dies has not summed up, the next one does.
  await asCache(async () => {
    for (const one of touched) await keepSums(one, services);
  });
  const list = await files.putOnce(sealKeys.heads(day), textOf(lines));
  const seal: Seal = {
    v: 1,
    day,
    at: services.now().toISOString(),
    runs: list.split('\n').length - 1,
    root: sha256(list),
    previous: previous ? { day: previous.day, hash: previous.hash } : null,
  };
  // Another start may have been first.
  const kept = keptSeal(await files.putOnce(sealKeys.seal(day), JSON.stringify(seal)));
  log.info('history_sealed', { day, runs: kept.runs });
  return { seal: kept, isWhole: namesAll(list, [...lines.keys()]) };
}

/** Whether a list has these runs. A start that died has stored such a one; somebody else may have stored another before. */
function namesAll(list: string, ids: readonly string[]): boolean {
  try {
    const named = new Set(runsIn(list).map(({ runId }) => runId));
    return ids.every((id) => named.has(id));
  } catch {
    return false;
  }
}
