import { expect, test } from 'vitest';
import type { Sums, Tell, Understood, WorkerName } from './messages.ts';
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
const understood: Understood = {
  ...{ schema: 'client', lookup: 'email', invalidRows: 'stop', constants: {} },
  sheet: { format: 'csv', headerRow: 1, header: [], skipped: [], notes: [] },
  ...{ notes: [], warnings: [], columns: [], firstRows: [], missed: { columns: [], fields: [] } },
};

test.each<Tell>([
  { kind: 'found', turn: 1, found: { rows: 9, wrongRows: 0, groups: [] } },
  { kind: 'refused', turn: 1, refusal: { text: 'no', code: 'no_proposal', aboutColumns: true } },
])('sums begin after the file is understood, once it is said that it is $kind', async (news) => {
  const workers: Record<WorkerName, FakeWorker> = { reading: new FakeWorker(), sums: new FakeWorker() };
  const said: string[] = [];
  const reader = createReader(
    (name) => workers[name],
    ({ kind }) => void said.push(kind),
  );
  const file = new File(['a'], 'a.csv');
  reader.open({ file });
  const made = reader.sums(file);
  workers.reading.say({ kind: 'understood', turn: 1, understood });
  await Promise.resolve();
  expect(workers.sums.asked).toEqual([]);
  workers.reading.say(news);
  await Promise.resolve();
  expect(workers.sums.asked).toEqual([{ kind: 'sums', id: 1, file }]);
  workers.sums.say({ kind: 'sums', id: 1, sums });
  expect(await made).toEqual(sums);
  expect(said).toEqual(['understood', news.kind]);
});
