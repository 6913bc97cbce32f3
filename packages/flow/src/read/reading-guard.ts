import { reasonOf } from '@sluice/contract';
import { PlanError } from '@sluice/import-plan';
import { SheetError, type Sheet } from '@sluice/sheets';
import type { Files } from '../ports.ts';
import { whyOf, type Why } from '../run-reason.ts';

/** Reading failed on the bytes and settings alone, so it would fail each time (invariant 14). */
export class FailedOverFile extends Error {
  override readonly name = 'FailedOverFile';
}

/** The function would be ended before the file is read. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

/** How long a try to read a file may take. */
export interface ReadingTime {
  /** Milliseconds that are left of it. */
  readonly leftMs: () => number;
  /** Whether no other try follows. */
  readonly isLast: boolean;
}

/** Notes whether what is outside has failed: then a repeat may succeed. */
export function watchOutside() {
  let hasFailed = false;
  const failed = (error: unknown): never => {
    hasFailed = true;
    throw error;
  };
  return {
    hasFailed: () => hasFailed,
    stream: ({ stream }: Pick<Files, 'stream'>): Pick<Files, 'stream'> => ({
      stream: async function* (...object) {
        try {
          yield* stream(...object);
        } catch (error) {
          failed(error);
        }
      },
    }),
    call:
      <Asked, Answer>(ask: (asked: Asked) => Promise<Answer>) =>
      (asked: Asked): Promise<Answer> =>
        ask(asked).catch(failed),
  };
}
export type Outside = ReturnType<typeof watchOutside>;

/** Does what reads and asks nothing but the outside. @throws FailedOverFile instead of what no repeat cures */
export async function reading<T>(read: () => Promise<T>, outside: Pick<Outside, 'hasFailed'>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const isKnown = error instanceof SheetError || error instanceof PlanError || error instanceof OutOfTime;
    if (isKnown || outside.hasFailed()) throw error;
    throw new FailedOverFile('A file could not be read', { cause: error });
  }
}

/** What is needed to end a run before its function is ended. */
const endingMs = 20_000;

/** The sheet, as long as there is time. @throws OutOfTime between its rows */
export function inTime(sheet: Sheet, leftMs: ReadingTime['leftMs']): Sheet {
  async function* rows() {
    for await (const chunk of sheet.rows) {
      if (leftMs() < endingMs) throw new OutOfTime('The file takes too long to read');
      yield chunk;
    }
  }
  return { ...sheet, rows: rows() };
}

const minutes = 5;

/** Of the errors above. Undefined if another try may get further. */
export function whyUnread(error: unknown, isLast: boolean): Why | undefined {
  if (error instanceof FailedOverFile) return whyOf(reasonOf('unreadable_file'));
  return error instanceof OutOfTime && isLast ? whyOf(reasonOf('reading_too_slow', { minutes })) : undefined;
}
