import { log } from '@sluice/aws-kit/handlers';
import { runIdOf, type InboxCursor, type InboxPlace, type Ledger } from '@sluice/ledger';
import { parallel } from '@sluice/aws-kit/parallel';
import type { Clock, Queue } from '../ports.ts';
import { arrivalOf, type ArrivalMessage, type Drop } from '../read/arrivals.ts';
import { runOfDrop } from '../read/run-of-drop.ts';
import { atOnce, type Tally } from './tally.ts';

/** An object version in the inbox. */
export interface InboxVersion extends Drop {
  /** As S3 has it: of an upload in parts, the time when it began. */
  readonly landedAt: Date;
  readonly inParts: boolean;
}

/** Some versions in the order of the listing. More follow if there is a `next`, even if this page is empty. */
export interface InboxPage {
  readonly versions: readonly InboxVersion[];
  readonly next?: InboxPlace | undefined;
}

export interface AnnounceDropsServices {
  readonly ledger: Pick<Ledger, 'run' | 'inboxCursor' | 'keepInboxCursor'>;
  /** All object versions in the inbox, page by page. Each page is one request. */
  readonly inbox: { page(after?: InboxPlace): Promise<InboxPage> };
  readonly arrivals: Queue<ArrivalMessage>;
  readonly now: Clock;
}

/** Of a thousand versions each, so that a day of sweeps lists 4.8 million, however many drops are kept. */
export const pagesPerSweep = 50;
/** The event of a younger drop may still arrive. */
const arrivalMs = 60_000;
const hourMs = 3_600_000;
/** How far the first pass looks back. */
const firstLookBackMs = 48 * hourMs;
/** From the time that S3 gives a version until it is listed: for an upload in parts a week, after which S3 aborts it. */
const uploadMs = { atOnce: hourMs, inParts: 8 * 24 * hourMs };

/**
 * Announces drops whose event was lost. Each sweep continues the pass over the inbox where the one before stopped. A pass
 * checks what landed since the pass before it began, so each version is checked once or twice.
 */
export async function announceDrops(until: number, services: AnnounceDropsServices): Promise<Tally> {
  const { ledger, inbox, now } = services;
  const tally = { done: 0, left: 0 };
  let cursor: InboxCursor = (await ledger.inboxCursor()) ?? {
    since: new Date(now().getTime() - firstLookBackMs).toISOString(),
  };
  try {
    for (let page = 0; page < pagesPerSweep; page += 1) {
      if (now().getTime() >= until) {
        tally.left += 1;
        break;
      }
      const pass = cursor.pass ?? { startedAt: now().toISOString(), failed: false };
      const { versions, next } = await inbox.page(pass.after);
      const failed = (await announceAll(toCheck(versions, cursor.since), { services, tally })) || pass.failed;
      cursor = next
        ? { ...cursor, pass: { ...pass, after: next, failed } }
        : { since: failed ? cursor.since : pass.startedAt };
      if (!next) break;
    }
  } finally {
    await ledger.keepInboxCursor(cursor);
  }
  return tally;
}

function toCheck(versions: readonly InboxVersion[], since: string): InboxVersion[] {
  const isNew = ({ landedAt, inParts }: InboxVersion) =>
    landedAt.getTime() + (inParts ? uploadMs.inParts : uploadMs.atOnce) >= Date.parse(since);
  return versions.filter(isNew);
}

/** A drop that fails does not stop the others. @returns whether one failed */
async function announceAll(
  versions: readonly InboxVersion[],
  { services, tally }: { readonly services: AnnounceDropsServices; readonly tally: Tally },
): Promise<boolean> {
  const before = tally.left;
  const checks = parallel(atOnce);
  for (const version of versions)
    await checks.begin(async () => {
      try {
        if (await announce(version, services)) tally.done += 1;
      } catch (error) {
        tally.left += 1;
        log.error('drop_not_announced', error, { runId: runIdOf(version) });
      }
    });
  await checks.end();
  return tally.left > before;
}

async function announce(
  version: InboxVersion,
  { ledger, arrivals, now }: AnnounceDropsServices,
): Promise<boolean> {
  if (now().getTime() - version.landedAt.getTime() < arrivalMs) return false;
  if ((await runOfDrop(version, ledger)) !== undefined) return false;
  await arrivals.send([arrivalOf({ ...version, arrivedAt: version.landedAt.toISOString() })]);
  return true;
}
