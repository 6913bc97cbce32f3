import { isDeepStrictEqual } from 'node:util';
import { eventLine } from '../history/beginnings.ts';
import { type Headed, type Link, linked } from '../history/chain.ts';
import { runAfter } from '../run/final-counts.ts';
import { LedgerError } from '../model/ledger-error.ts';
import { standOf } from '../run/lanes.ts';
import type { RunEventInput, Moved } from '../port/ledger.ts';
import type { EventLine } from '../model/event.ts';
import type { Run } from '../model/run.ts';
import { found } from '../refusals.ts';
import { isOpen } from '../run/transitions.ts';
import type { RunEvent } from '../run/events.ts';
import { eventItem, openItem, putAlways, putNew, replace, runItem, waitingItem } from './items.ts';
import { eventKey } from './keys.ts';
import { putLanded } from './landed.ts';
import { readRun, readSubmissions } from './reads.ts';
import { type Item, type TableAccess, type WriteAction, transact } from './table-access.ts';

export interface Step<T extends Headed> {
  readonly before: T;
  /** The same object as `before` if nothing changes; undefined if the event is refused. */
  readonly next: T | undefined;
  readonly line: (next: T) => EventLine;
  /** Writes the item and its event together. `mark` names this call. False if somebody else moved the item first. */
  readonly write: (link: Link<T>, mark: string) => Promise<boolean>;
}

/** How often others may write first before we give up. */
const racesAtMost = 20;

export function moveRun(access: TableAccess, runId: string, asked: RunEventInput): Promise<Moved<Run>> {
  return move(access, async () => {
    const before = found(await readRun(access, runId), runId);
    const { next, event } = await runAfter(before, asked, () => readSubmissions(access, runId));
    const alongside = next && (await putLanded(access, before, next));
    return stepOfRun(access, { before, next, event, alongside });
  });
}

interface RunStep {
  readonly before: Run;
  readonly next: Run | undefined;
  readonly event: RunEvent;
  readonly alongside?: readonly WriteAction[] | undefined;
}

export function stepOfRun(access: TableAccess, { before, next, event, alongside = [] }: RunStep): Step<Run> {
  const { table } = access;
  const { runId, startedAt } = before;
  return {
    before,
    next,
    line: ({ version }) => eventLine(event, { runId, subject: 'run', version }),
    write: withEvent(access, {
      before,
      startedAt,
      item: runItem,
      alongside: (after) => [
        ...(isOpen(before) === isOpen(after) ? [] : [putAlways(table, openItem(after))]),
        ...(isDeepStrictEqual(standOf(before), standOf(after)) ? [] : [putAlways(table, waitingItem(after))]),
        ...alongside,
      ],
    }),
  };
}

interface Written<T> {
  readonly before: T;
  readonly item: (after: T) => Item;
  readonly alongside: (after: T) => readonly WriteAction[];
  readonly startedAt?: string;
}

/** Replaces an item, and puts the event beside it in the same transaction. */
export function withEvent<T extends Headed>(
  access: TableAccess,
  { before, item, alongside, startedAt }: Written<T>,
): Step<T>['write'] {
  const { table } = access;
  return (link, mark) =>
    transact(access, {
      actions: [
        replace(table, { item: item(link.item), version: before.version }),
        putNew(table, eventItem(link.event, { mark, startedAt })),
        ...alongside(link.item),
      ],
      proof: { key: eventKey(link.event), mark },
    });
}

export async function move<T extends Headed>(
  access: TableAccess,
  plan: (races: number) => Promise<Step<T>>,
): Promise<Moved<T>> {
  const mark = access.newId();
  for (let races = 0; races < racesAtMost; races += 1) {
    const { before, next, line, write } = await plan(races);
    if (!next) return { moved: false, now: before };
    if (next === before) return { moved: true, now: before };
    const link = linked(next, line(next), before);
    if (await write(link, mark)) return { moved: true, now: link.item };
  }
  throw new LedgerError('busy', `Others moved the same item first ${racesAtMost} times.`);
}
