import { expect, test } from 'vitest';
import type { Sums, Tell, WorkerName } from './messages.ts';
import { createReader } from './reader.ts';

/** A worker that keeps what it is asked, and says what a test wants. */
class FakeWorker extends EventTarget {
  readonly asked: unknown[] = [];
  readonly onmessage = null;
  readonly onmessageerror = null;
  readonly onerror = null;
  terminate(): void {}
  postMessage(message: unknown): void {
    this.asked.push(message);
  }
  say(data: Tell): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

const sums: Sums = { sha256: 'f'.repeat(64), parts: [] };

test('sums begin once it is said how the file is understood, or why not', async () => {
  const workers: Record<WorkerName, FakeWorker> = { reading: new FakeWorker(), sums: new FakeWorker() };
  const said: string[] = [];
  const reader = createReader(
    (name) => workers[name],
    ({ kind }) => void said.push(kind),
  );
  const file = new File(['a'], 'a.csv');
  reader.open({ file });
  const made = reader.sums(file);
  const none = { sample: { header: [], rows: [] }, proposed: undefined, schemas: [], steps: [] };
  workers.reading.say({ kind: 'proposed', turn: 1, ...none });
  await Promise.resolve();
  expect(workers.sums.asked).toEqual([]);
  workers.reading.say({
    kind: 'refused',
    turn: 1,
    refusal: { text: 'no', code: 'no_proposal', aboutColumns: true },
  });
  await Promise.resolve();
  expect(workers.sums.asked).toEqual([{ kind: 'sums', id: 1, file }]);
  workers.sums.say({ kind: 'sums', id: 1, sums });
  expect(await made).toEqual(sums);
  expect(said).toEqual(['proposed', 'refused']);
});
