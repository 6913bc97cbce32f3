import type { StoredRecord } from '../store/record.ts';

export const writerOf = (importId: string, number: number): string => `import ${importId} ${number}`;

/** The writer of a version of a record, and its number. */
export interface Origin {
  readonly writer: string;
  readonly version: number;
}

/** The writer of a restored record names the restored version's writer, so that an earlier import can be undone too. */
export const undoWriter = (importId: string, number: number, restored?: Origin): string =>
  undoPrefix(importId) + number + (restored ? ` of ${restored.version} ${restored.writer}` : '');

const undoPrefix = (importId: string): string => `undo ${importId} `;
const undone = /^undo \S+ \d+ of (\d+) (.+)$/;

/** The original writer of a version. What an undo restored belongs to the writer of the restored version. */
export function originOf({ writer, version }: Origin): Origin {
  const [, restored, by] = undone.exec(writer) ?? [];
  return by === undefined ? { writer, version } : { writer: by, version: Number(restored) };
}

export const isUndoOf = ({ writer }: StoredRecord, importId: string): boolean =>
  writer.startsWith(undoPrefix(importId));

const numberless = (importId: string): string => writerOf(importId, 0).slice(0, -1);

/** The record number of the import that wrote this version. Undefined for other writers. */
export function stepNumber({ writer }: Origin, importId: string): number | undefined {
  const own = numberless(importId);
  return writer.startsWith(own) ? Number(writer.slice(own.length)) : undefined;
}
