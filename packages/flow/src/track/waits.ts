import { isSettled, type Submission } from '@sluice/ledger';

/** What one step passes to the next through the state machine: ids, counts and times only. */
export interface Pace {
  readonly polls: number;
  readonly waitSeconds?: number | undefined;
  /** Changes with every progress of the run. */
  readonly progressKey?: string | undefined;
  /** Since when the key is the same. */
  readonly unchangedSince?: string | undefined;
}

export type NextPace = Required<{ readonly [K in keyof Pace]: NonNullable<Pace[K]> }>;

/** Longer waits cost less in the state machine: a turn of it costs as much as about eleven seconds of the function. */
export const longestStaySeconds = 10;
/** The first wait follows the rows of the run, between these: a small import ends sooner than a large one. */
const first = { least: 0.1, most: 0.5, rowsPerSecond: 1000 };
/** While nothing moves a wait doubles up to the longest first one, then grows slowly, and to 5 minutes at most. */
const growth = { first: 2, here: 1.25, later: 1.5 };
export const longestSeconds = 300;
/** A step costs money, and reads every submission. So after progress it waits a part of what is left, and not much longer. */
const partOfRest = 1 / 4;
const partOfElapsed = 1 / 5;
const longestAfterProgress = 30;

/** Counts of the submissions by state, and their attempts. */
export function progressKeyOf(submissions: readonly Submission[]): string {
  const counts = new Map<string, number>();
  let attempts = 0;
  for (const { phase, status, attempts: made } of submissions) {
    const name = `${phase}:${status}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    attempts += made.length;
  }
  const parts = [...counts].toSorted(([one], [other]) => one.localeCompare(other));
  return [...parts.map(([name, count]) => `${name}=${count}`), `attempts=${attempts}`].join(' ');
}

/** A batch that is planned for so long without any progress has lost its message. */
const stalledMs = 2 * 60_000;

export interface Moment {
  /** The submissions of the run's phase. */
  readonly submissions: readonly Submission[];
  readonly progressKey: string;
  readonly now: Date;
  /** Seconds without calls that the service asks for, or 0. */
  readonly restSeconds: number;
  /** Parked batches are not due earlier: the calls of this hour are spent. */
  readonly sendsFrom?: Date | undefined;
  /** Messages were sent again for stalled batches, so their time counts from now. */
  readonly queuedAgain: boolean;
  /** Polling again at once will find more ends. */
  readonly hasMore?: boolean | undefined;
}

/** Waits grow while nothing moves, are short after progress, and never pass the time when something is due. */
export function nextPace(
  before: Pace,
  { submissions, progressKey, now, restSeconds, queuedAgain, hasMore, sendsFrom }: Moment,
): NextPace {
  const moved = before.progressKey !== progressKey || queuedAgain;
  const shortest = firstWait(submissions);
  const since = moved ? now : new Date(before.unchangedSince ?? now);
  const seconds = !moved
    ? grown(before.waitSeconds ?? shortest)
    : hasMore
      ? shortest
      : secondsAfterProgress(submissions, now);
  const untilDue = (nextDue(submissions, { since, sendsFrom }) - now.getTime()) / 1000;
  return {
    polls: before.polls + 1,
    waitSeconds: Math.max(shortest, restSeconds, Math.min(seconds, untilDue)),
    progressKey,
    unchangedSince: since.toISOString(),
  };
}

/** Without a batch to wait for there is no hurry. */
function firstWait(submissions: readonly Submission[]): number {
  const rows = submissions.reduce((sum, one) => sum + one.rows, 0);
  return rows === 0 ? first.most : Math.min(first.most, Math.max(first.least, rows / first.rowsPerSecond));
}

function grown(seconds: number): number {
  if (seconds < first.most) return Math.min(first.most, seconds * growth.first);
  const next = seconds * (seconds < longestStaySeconds ? growth.here : growth.later);
  return next < longestStaySeconds ? Math.ceil(next * 100) / 100 : Math.min(longestSeconds, Math.ceil(next));
}

/**
 * A part of what the open ones still take, judged by what has ended since the first was sent. The first ends tell little, so the
 * wait is no longer than a part of that time.
 */
function secondsAfterProgress(submissions: readonly Submission[], now: Date): number {
  const sent = submissions.flatMap(({ attempts: [one] }) => (one ? Date.parse(one.sentAt) : []));
  const firstSent = sent.reduce((earliest, time) => Math.min(earliest, time), now.getTime());
  const ended = submissions.filter(({ status }) => isSettled(status)).length;
  const elapsed = (now.getTime() - firstSent) / 1000;
  const left = ended === 0 ? elapsed : (elapsed * (submissions.length - ended)) / ended;
  const wait = Math.min(left * partOfRest, elapsed * partOfElapsed);
  return Math.min(longestAfterProgress, Math.max(firstWait(submissions), wait));
}

/** Whether planned batches have waited so long that their messages must be lost. */
export function isStalled(before: Pace, { progressKey, now }: Pick<Moment, 'progressKey' | 'now'>): boolean {
  if (before.progressKey !== progressKey || before.unchangedSince === undefined) return false;
  return now.getTime() - Date.parse(before.unchangedSince) >= stalledMs;
}

/** When the next submission is due, in milliseconds since 1970. */
function nextDue(
  submissions: readonly Submission[],
  { since, sendsFrom }: { readonly since: Date; readonly sendsFrom: Date | undefined },
): number {
  const times = submissions.map(({ status, notBefore, attempts }) => {
    if (status === 'planned') return since.getTime() + stalledMs;
    if (status === 'parked') return Math.max(Date.parse(notBefore ?? ''), sendsFrom?.getTime() ?? 0);
    const time = status === 'sending' ? attempts.at(-1)?.leaseUntil : undefined;
    return time === undefined ? Infinity : Date.parse(time);
  });
  return times.reduce((earliest, time) => Math.min(earliest, time), Infinity);
}
