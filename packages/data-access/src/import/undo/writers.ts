import { writerOf } from '../make-plan.ts';
import type { StoredRecord } from '../../store/record.ts';

/** Who wrote the current version of a record, and which version it was. */
export interface Origin {
  readonly writer: string;
  readonly version: number;
}

/**
 * The writer of an undone record: which import was undone, the number of its record, and who had written what was put
 * back. So the import before it still finds its own work there, and can be undone as well.
 */
export const undoWriter = (importId: string, number: number, restored?: Origin): string =>
  undoPrefix(importId) + number + (restored ? ` of ${restored.version} ${restored.writer}` : '');

const undoPrefix = (importId: string): string => `undo ${importId} `;
const undone = /^undo \S+ \d+ of (\d+) (.+)$/;

/** An undo writes nothing of its own: what it put back is the work of whoever wrote it first. */
export function originOf({ writer, version }: Origin): Origin {
  const [, restored, by] = undone.exec(writer) ?? [];
  return by === undefined ? { writer, version } : { writer: by, version: Number(restored) };
}

export const isUndoOf = ({ writer }: StoredRecord, importId: string): boolean =>
  writer.startsWith(undoPrefix(importId));

const numberless = (importId: string): string => writerOf(importId, 0).slice(0, -1);

/** The number of the import's record by which this was written; undefined when others wrote it. */
export function stepNumber({ writer }: Origin, importId: string): number | undefined {
  const own = numberless(importId);
  return writer.startsWith(own) ? Number(writer.slice(own.length)) : undefined;
}
