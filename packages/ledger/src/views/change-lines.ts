import type * as z from 'zod';
import type { ChangedByImport } from './changes.ts';

/** A changed field of a record. What is not known is absent. */
export interface ChangeLine {
  /** When the import began to write, or the call did. */
  readonly at?: string | undefined;
  readonly schema?: string;
  /** The id of the record. */
  readonly record?: string;
  readonly action?: ChangedByImport['records'][number]['action'];
  /** Absent where a record was deleted, or without values. */
  readonly field?: string;
  readonly from?: z.core.util.JSONType;
  readonly to?: z.core.util.JSONType;
  /** How sure the values are, or why there are none. */
  readonly values: ChangedByImport['values'] | 'erased';
  readonly run?: string | undefined;
  readonly file?: string | undefined;
  readonly rows?: readonly number[];
  readonly droppedBy?: string | undefined;
  readonly principal?: string | undefined;
  readonly droppedFrom?: string | undefined;
  readonly approvedBy?: string | undefined;
  readonly approvedAt?: string | undefined;
  readonly migration?: string | undefined;
  readonly startedBy?: string | undefined;
  readonly importId?: string | undefined;
  /** Of a call that was no import. */
  readonly requestId?: string | undefined;
  readonly operation?: string | undefined;
  readonly number?: number;
  readonly version?: number | undefined;
  /** Who called, if no run did. */
  readonly calledBy?: string | undefined;
  /** What an undo made of the record: `underWay` before it ended, `unknown` if that is no longer stored. */
  readonly undo?: 'reversed' | 'kept' | 'failed' | 'underWay' | 'unknown';
  readonly undoneBy?: string | undefined;
  readonly undoneAt?: string | undefined;
}

/** A line for each changed field of each record, and one for what has no fields to show. */
export function changeLines(changed: ChangedByImport): ChangeLine[] {
  const { importId, requestId, operation, date, by, run, values, records, undo } = changed;
  const start = date === null ? {} : { at: date };
  const source = run
    ? {
        ...{ run: run.runId, file: run.key },
        ...{ droppedBy: run.droppedBy, principal: run.principal, droppedFrom: run.droppedFrom },
        ...{ approvedBy: run.approved?.by, approvedAt: run.approved?.at },
        ...{ migration: run.migration?.migrationId, startedBy: run.migration?.startedBy },
      }
    : { calledBy: by };
  const which = requestId === undefined ? { importId } : { requestId, operation };
  const undone = undo && {
    undo: undo.endedDate === null ? ('underWay' as const) : ('unknown' as const),
    undoneBy: run?.undoneBy ?? undo.by,
    undoneAt: undo.endedDate ?? undo.startedDate,
  };
  if (values === 'altered' || values === 'gone')
    return [{ ...start, values, ...source, ...which, ...undone }];
  return records.flatMap((record) => {
    const { id, schema, number, version, action, rows, erased, changes = {} } = record;
    const about = { ...start, schema, record: id, ...(action && { action }) };
    const rest = {
      values: erased ? ('erased' as const) : values,
      ...source,
      ...{ rows, ...which, number, version },
      ...undone,
      ...(record.undo && { undo: record.undo.outcome }),
    };
    const fields = Object.entries(changes);
    if (fields.length === 0) return [{ ...about, ...rest }];
    return fields.map(([field, [from, to]]) => ({ ...about, field, from, to, ...rest }));
  });
}

const columns = [
  ...(['at', 'schema', 'record', 'action', 'field', 'from', 'to', 'values', 'run', 'file', 'rows'] as const),
  ...(['droppedBy', 'principal', 'droppedFrom', 'approvedBy', 'approvedAt', 'migration'] as const),
  ...(['startedBy', 'importId', 'number', 'version', 'calledBy', 'undo', 'undoneBy', 'undoneAt'] as const),
  ...(['requestId', 'operation'] as const),
] satisfies (keyof ChangeLine)[];

/** The header of a table of changes. */
export const changesHeader: readonly string[] = columns;

/** A row of cells. */
export const changeCells = (line: ChangeLine): string[] => columns.map((name) => cellOf(line[name]));

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return Array.isArray(value) && value.every(Number.isInteger) ? value.join(', ') : JSON.stringify(value);
}
