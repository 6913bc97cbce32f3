import type { AuditEvent } from '@sluice/data-access/audit';
import type { ChangeEvent } from '@sluice/contract/webhooks';
import { refKey, type ImportItem, type StoredRecord } from '@sluice/data-access/testing/world';
import type { Called } from './clients.ts';
import type { Site } from './service.ts';
import type { Committed } from './ports.ts';
import type { Expected, RecordSet, Row } from './requests.ts';

/** What came of a history: all that its checks know. */
export interface History {
  readonly log: readonly Committed[];
  readonly calls: readonly Called[];
  readonly sites: readonly Site[];
  /** The process that made an id. */
  readonly madeBy: ReadonlyMap<string, number>;
  /** The outcomes that an import reports, by number. Absent when it was given up. */
  readonly outcomes: ReadonlyMap<string, readonly (readonly [number, string, string?])[]>;
  readonly undone: ReadonlyMap<string, readonly Undone[]>;
  /** What receivers got, and what is parked for them. */
  readonly events: readonly ChangeEvent[];
  /** The events of calls that were no imports, what the audit finds, and the messages that died. */
  readonly wrote: readonly AuditEvent[];
  readonly findings: readonly object[];
  readonly dead: string;
  /** How often something happened to the workers of an import. */
  readonly faults: ReadonlyMap<string, number>;
}

export interface Undone {
  readonly id: string;
  readonly outcome: string;
  readonly code?: string;
}

/** A version of a record, with the one before it and its place in the log. */
export interface Version {
  readonly siteId: string;
  readonly record: StoredRecord;
  readonly before: StoredRecord | undefined;
  readonly at: number;
}

/** An import: what it was asked for, and its states by their places in the log. */
export interface Story {
  readonly item: ImportItem;
  readonly rows: readonly { readonly row: Row; readonly expected: Expected | undefined }[];
  readonly began: number;
  /** Infinity as long as it has not ended. */
  readonly ended: number;
  readonly wasGivenUp: boolean;
}

const ends: readonly string[] = ['success', 'error', 'invalid', 'valid'];

/** The log by record and by import. */
export function readHistory({ log, calls, madeBy }: History) {
  const versions: Version[] = [];
  const chains = new Map<string, Version[]>();
  const stories = new Map<string, Story>();
  const byProcess = new Map(calls.map((called) => [called.process, called]));
  const callOf = (id: string): Called | undefined => byProcess.get(madeBy.get(id) ?? -1);
  for (const [at, one] of log.entries()) {
    if (one.kind === 'record') {
      const { siteId, record } = one;
      const key = `${siteId} ${refKey(record)}`;
      const chain = chains.get(key) ?? [];
      const version = { siteId, record, before: chain.at(-1)?.record, at };
      chains.set(key, chain);
      chain.push(version);
      versions.push(version);
    } else if (one.kind === 'import') {
      const { item } = one;
      const known = stories.get(item.importId);
      const isEnd = known?.ended === undefined || known.ended === Infinity;
      stories.set(item.importId, {
        item,
        rows: known?.rows ?? rowsOf(callOf(item.importId)),
        began: known?.began ?? at,
        ended: isEnd ? (ends.includes(item.state) ? at : Infinity) : known.ended,
        wasGivenUp: known?.wasGivenUp === true || /^The service failed/u.test(item.errorMessage ?? ''),
      });
    }
  }
  return { versions, chains, stories, callOf };
}

export type Read = ReturnType<typeof readHistory>;

function rowsOf(called: Called | undefined): Story['rows'] {
  const sets = (called?.input['recordSets'] ?? []) as readonly RecordSet[];
  return sets.flatMap(({ records, expects = [] }) =>
    records.map((row, at) => ({ row, expected: expects[at] })),
  );
}

/** Who wrote a version. */
export function writerOf({ writer }: StoredRecord) {
  const [kind = '', id = '', number = ''] = writer.split(' ');
  return { kind, id, number: Number(number) };
}
