import type { Ask, Opening, RowReason, Sums, SumsAsk, Tell, WorkerName, WrongRow } from './messages.ts';

/** What the workers say about the file that is open. */
export type Said = Extract<Tell, { turn: number }> | Extract<Tell, { kind: 'notLoaded' }>;

export interface Reader {
  /** Reads a file, or the same with other settings or corrections. Ends the work for the one before. */
  open(opening: Opening): void;
  /** Wrong rows from this place to before that one: of a group, or of all. */
  rows(from: number, to: number, group?: number): Promise<readonly WrongRow[]>;
  /** What is wrong with each of these rows of the file. */
  problems(rows: readonly number[]): Promise<readonly (readonly RowReason[])[]>;
  /** The file as CSV with what was corrected. @throws Error */
  corrected(): Promise<Blob>;
  /**
   * The sums of a file, begun once the check of the open one has come anywhere: else they take half of two cores from what shows its
   * first rows. Those of an earlier one are given up. @throws Error
   */
  sums(file: Blob): Promise<Sums>;
  close(): void;
}

interface Waiting {
  readonly resolve: (answer: Tell) => void;
  readonly reject: (error: Error) => void;
}

/** Starts the two workers: `start` makes one. */
export function createReader(start: (name: WorkerName) => Worker, onSaid: (said: Said) => void): Reader {
  const [reading, summing] = [start('reading'), start('sums')];
  const waiting = new Map<number, Waiting>();
  const isBegun = Promise.withResolvers<void>();
  let turn = 0;
  let asked = 0;

  function onTold({ data }: MessageEvent<Tell>): void {
    if ('id' in data) {
      const { resolve, reject } = waiting.get(data.id) ?? {};
      waiting.delete(data.id);
      if (data.kind === 'failed') reject?.(new Error(data.text));
      else resolve?.(data);
    } else if (data.kind === 'notLoaded' || data.turn === turn) {
      onSaid(data);
      if (data.kind !== 'proposed' && data.kind !== 'understood') isBegun.resolve();
    }
  }

  const ask = <Kind extends Tell['kind']>(kind: Kind, message: (id: number) => Ask | SumsAsk) => {
    asked += 1;
    const answered = Promise.withResolvers<Tell>();
    waiting.set(asked, answered);
    (kind === 'sums' ? summing : reading).postMessage(message(asked));
    return answered.promise.then((answer) => {
      if (answer.kind !== kind) throw new Error(`The worker answered with ${answer.kind}`);
      return answer as Extract<Tell, { kind: Kind }>;
    });
  };

  for (const worker of [reading, summing]) {
    worker.addEventListener('message', onTold);
    worker.addEventListener('error', () => onSaid({ kind: 'notLoaded' }));
  }
  return {
    open: (opening) => {
      turn += 1;
      reading.postMessage({ kind: 'open', turn, opening } satisfies Ask);
    },
    rows: async (from, to, group) =>
      (await ask('rows', (id) => ({ kind: 'rows', id, from, to, ...(group !== undefined && { group }) })))
        .rows,
    problems: async (rows) => (await ask('problems', (id) => ({ kind: 'problems', id, rows }))).problems,
    corrected: async () => (await ask('corrected', (id) => ({ kind: 'corrected', id }))).blob,
    sums: async (file) => {
      await isBegun.promise;
      return (await ask('sums', (id) => ({ kind: 'sums', id, file }))).sums;
    },
    close: () => {
      for (const worker of [reading, summing]) worker.terminate();
    },
  };
}
