import { isDeepStrictEqual } from 'node:util';
import type { StoredRecord } from '../store/record.ts';

/**
 * An independent model of undo: each record is a stack of writes. An undo removes the topmost writes of its import,
 * unless others wrote over or between them, and leaves a list that has items. It needs only the written versions, so it works for any crash or race.
 */
export interface UndoModel {
  /** Wrong writes of undos; empty when all is right. */
  readonly wrong: string[];
  /** What an undo of the import would do to each record now. */
  readonly expected: (importId: string) => Map<string, 'reversed' | 'kept'>;
}

interface Layer {
  readonly by: string;
  readonly record: StoredRecord;
}

export function undoModel(versions: ReadonlyMap<string, readonly StoredRecord[]>): UndoModel {
  const wrong: string[] = [];
  const stacks = new Map<string, Layer[]>();
  for (const [key, written] of versions) {
    const stack: Layer[] = [];
    let undone: Layer[] = [];
    for (const record of written) {
      const [kind = '', by = ''] = record.writer.split(' ');
      if (kind !== 'undo') {
        stack.push({ by: kind === 'import' ? by : record.writer, record });
        continue;
      }
      if (isListLeft(record, by)) {
        if (!isPutBack(record, [...stack, ...undone].findLast((one) => one.by === by)?.record))
          wrong.push(`${key} version ${record.version}: not as it was`);
        stack.push(...undone.splice(0));
        continue;
      }
      if (outcomeOf(stack, by) !== 'reversed')
        wrong.push(`${key} version ${record.version}: nothing to undo`);
      undone = [];
      while (stack.at(-1)?.by === by) undone.unshift(...stack.splice(-1));
      if (!isPutBack(record, stack.at(-1)?.record))
        wrong.push(`${key} version ${record.version}: not as before`);
    }
    stacks.set(key, stack);
  }
  return {
    wrong,
    expected: (importId) =>
      new Map(
        [...stacks].flatMap(([key, stack]) => {
          const outcome = outcomeOf(stack, importId);
          return outcome ? [[key, outcome]] : [];
        }),
      ),
  };
}

/** A list that has items is written as the import made it: it stays, or comes back. */
const isListLeft = ({ kind, writer, deleted }: StoredRecord, by: string): boolean =>
  kind === 'list' && !deleted && new RegExp(`^undo ${by} \\d+ of \\d+ import ${by} `, 'u').test(writer);

function outcomeOf(stack: readonly Layer[], importId: string): 'reversed' | 'kept' | undefined {
  const first = stack.findIndex(({ by }) => by === importId);
  if (first < 0) return undefined;
  return stack.slice(first).every(({ by }) => by === importId) ? 'reversed' : 'kept';
}

const isPutBack = (record: StoredRecord, before: StoredRecord | undefined): boolean =>
  before
    ? record.deleted === before.deleted && isDeepStrictEqual(record.fields, before.fields)
    : record.deleted;
