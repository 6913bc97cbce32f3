import { refKey, type ImportItem, type StoredRecord } from '@sluice/data-access/testing/world';
import type { Committed } from './engine/ports.ts';
import type { ImportCall, RecordSet, Row } from './service-options.ts';

/** A client as it is stored now. */
export interface Stored {
  readonly record: Row;
  readonly id: string;
  /** The import that wrote it last; 'by hand' where no import did. */
  readonly importId: string;
  readonly created: number;
  readonly written: number;
}

/** What an import wrote, by the number of its row, and where in the log. */
interface Written {
  readonly rows: Map<number, 'created' | 'updated' | 'deleted'>;
  readonly places: number[];
}

/** An import that the flow sent, as the service has it now. */
export interface Import extends ImportCall {
  readonly importId: string;
  readonly sets: readonly RecordSet[];
  readonly state: ImportItem['state'];
  readonly isDone: boolean;
  readonly written: ReadonlyMap<number, string>;
  /** By the number of its row, what the records were that it did not write because others had changed them. */
  readonly unmet: ReadonlySet<number>;
  readonly undo: ImportItem['revert'];
  /** Where in the log its writes are. */
  readonly places: readonly number[];
}

export function rowsOf(sets: readonly RecordSet[]) {
  return sets.flatMap(({ lookup, records }, set) =>
    records.map((record, at) => ({ record, lookup: String(record[lookup]), set: set + 1, at: at + 1 })),
  );
}

const ended: readonly string[] = ['success', 'error', 'invalid', 'valid', 'reverting', 'reverted'];

/** What the service has, read from the log of its commits. Only what is new is read. */
export function createView(log: readonly Committed[], callOf: (importId: string) => ImportCall | undefined) {
  const records = new Map<string, Stored>();
  const stored = new Map<string, StoredRecord>();
  const imports = new Map<string, Import>();
  const written = new Map<string, Written>();
  let read = 0;

  function writtenBy(importId: string): Written {
    const known = written.get(importId) ?? { rows: new Map(), places: [] };
    written.set(importId, known);
    return known;
  }

  function noteRecord(record: StoredRecord): void {
    const before = stored.get(refKey(record));
    stored.set(refKey(record), record);
    const { kind, id, number } = writerOf(record);
    const isCreated = before === undefined || before.deleted;
    if (kind === 'import') {
      const { rows, places } = writtenBy(id);
      rows.set(number, record.deleted ? 'deleted' : isCreated ? 'created' : 'updated');
      places.push(read);
    }
    const key = String(record.fields['email'] ?? record.fields['name']);
    const old = String(before?.fields['email'] ?? key);
    const known = records.get(old);
    if (old !== key || record.deleted) records.delete(old);
    if (record.kind !== 'user' || record.deleted) return;
    const importId = kind === 'import' ? id : 'by hand';
    // The service adds the type.
    const { userType: _, ...fields } = record.fields;
    const counts = { created: (known?.created ?? 0) + Number(isCreated), written: (known?.written ?? 0) + 1 };
    records.set(key, { record: fields, id: record.id, importId, ...counts });
  }

  function noteImport({ importId, state, errorMessage, revert }: ImportItem): void {
    const call = imports.get(importId) ?? callOf(importId);
    if (call === undefined) return;
    const { rows, places } = writtenBy(importId);
    imports.set(importId, {
      ...call,
      importId,
      sets: call.input.recordSets ?? [],
      state,
      isDone: ended.includes(state),
      refusal: call.refusal ?? (state === 'invalid' ? (errorMessage ?? '') : undefined),
      written: rows,
      places,
      unmet: numbersIn(revert?.errorMessage ?? errorMessage ?? ''),
      undo: revert,
    });
  }

  function catchUp(): void {
    for (; read < log.length; read += 1) {
      const one = log[read];
      if (one?.kind === 'record') noteRecord(one.record);
      if (one?.kind === 'import') noteImport(one.item);
    }
  }
  return {
    /** Clients that are not deleted, by address. */
    records: (): ReadonlyMap<string, Stored> => (catchUp(), records),
    /** In the order in which they were created. */
    imports: (): ReadonlyMap<string, Import> => (catchUp(), imports),
  };
}

/** The records that an error message names. */
const numbersIn = (message: string): ReadonlySet<number> =>
  new Set([...message.matchAll(/^record (\d+) /gmu)].map(([, number]) => Number(number)));

function writerOf({ writer }: StoredRecord) {
  const [kind = '', id = '', number = ''] = writer.split(' ');
  return { kind, id, number: Number(number) };
}
