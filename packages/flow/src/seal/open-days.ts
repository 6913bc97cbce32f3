import { sha256 } from '@sluice/aws-kit/hash-chain';
import { log } from '@sluice/aws-kit/handlers';
import { dayAfter, dayOf, sealedRunSchema, sealKeys, type SealedRun } from '@sluice/ledger';
import { linesOf, type SealHistoryServices } from './lines.ts';

/** The lists that a day got before its seal, with what they say about its runs. */
export interface EarlierLists {
  readonly runs: ReadonlyMap<string, SealedRun>;
  readonly names: readonly string[];
  /** Lists that are not the ones that were made first: somebody replaced or removed them. */
  readonly replaced: readonly string[];
}

type EarlierServices = Pick<SealHistoryServices, 'ledger' | 'seals'>;

/**
 * Reads the lists of a day that is not sealed yet. A start may have died between a list and its note, which is then written.
 * A list that was replaced proves nothing about its runs.
 */
export async function earlierLists(day: string, { ledger, seals }: EarlierServices): Promise<EarlierLists> {
  // Read before the lists, since each list is stored before its note.
  const notes = new Map((await ledger.sealNotes(day)).map(({ list = '', hash }) => [list, hash]));
  const names = await seals.lists(day);
  const runs = new Map<string, SealedRun>();
  const replaced = [...notes.keys()].filter((list) => !names.includes(list));
  for (const list of names) {
    const text = (await seals.files.get(sealKeys.list(day, list))) ?? '';
    const hash = sha256(text);
    const noted = notes.get(list) ?? (await ledger.noteSeal({ day, list, hash })).hash;
    if (noted !== hash) replaced.push(list);
    else for (const run of runsIn(text)) if (!runs.has(run.runId)) runs.set(run.runId, run);
  }
  return { runs, names, replaced };
}

/**
 * Lists the runs and migrations that began or changed since the lists before, for each day that is not sealed yet: a run that is
 * removed before its day is sealed is noticed. Without such runs it writes nothing. @returns the lists that somebody replaced
 */
export async function sealOpenDays(
  sealedUntil: string | undefined,
  services: SealHistoryServices,
): Promise<readonly string[]> {
  const { seals, ledger, now } = services;
  const time = now();
  const today = dayOf(time.toISOString());
  const open = [dayAfter(today, -1), today].filter((day) => day > (sealedUntil ?? ''));
  const list = time.toISOString().slice(0, 13);
  const replaced: string[] = [];
  for (const day of open) {
    const earlier = await earlierLists(day, services);
    replaced.push(...earlier.replaced);
    if (earlier.names.includes(list) || earlier.replaced.includes(list)) continue;
    const lines = await linesOf(day, { isKnown: (id) => earlier.runs.has(id) }, services);
    if (lines.size === 0) continue;
    const text = await seals.files.putOnce(sealKeys.list(day, list), textOf(lines));
    const hash = sha256(text);
    if ((await ledger.noteSeal({ day, list, hash })).hash !== hash) replaced.push(list);
    log.info('runs_listed', { day, list, runs: lines.size });
  }
  return replaced;
}

/** One line for each run and each migration, by id. */
export function textOf(lines: ReadonlyMap<string, string>): string {
  return [...lines.keys()]
    .toSorted()
    .map((id) => lines.get(id))
    .join('');
}

/** @throws if it is no list */
export const runsIn = (text: string): SealedRun[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => sealedRunSchema.parse(JSON.parse(line)));
