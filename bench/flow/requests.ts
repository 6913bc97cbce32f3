import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { computeOf } from '../../packages/ledger/src/views/model.ts';
import type { Requests } from '../../packages/ledger/src/views/prices.ts';

/** By place and operation, as the servers of a system counted them so far; `invocations` by the folder of the function. */
export type Counts = Readonly<Record<string, number>>;

const countsSchema = z.record(z.string(), z.number());
const functions = {
  'read-drop': 'ReadDrop',
  'submit-batch': 'SubmitBatch',
  'track-run': 'TrackRun',
  'report-run': 'ReportRun',
};

/** Waits first, because the counts are written only twice a second. */
export async function countsSoFar(home: string): Promise<Counts> {
  await pause(1500);
  const counts: Record<string, number> = {};
  const add = (name: string, more: number) => (counts[name] = (counts[name] ?? 0) + more);
  for (const file of globSync(join(home, 'requests', '*.json')))
    for (const [name, more] of Object.entries(countsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))))
      add(name, more);
  for (const [name, id] of Object.entries(functions))
    for (const file of globSync(join(home, '.sluice', 'logs', `BulkImportStack-*${id}*.log`)))
      addLog(name, readFileSync(file, 'utf8'), add);
  return counts;
}

const stayedSchema = z.object({ stays: z.int(), ms: z.int() });

function addLog(name: string, text: string, add: (name: string, more: number) => void): void {
  add(name, text.split('"type":"platform.report"').length - 1);
  for (const line of text.split('\n').filter((one) => one.includes('"code":"tracker_stayed"'))) {
    const { stays, ms } = stayedSchema.parse(JSON.parse(line));
    add('stays', stays);
    add('stayed ms', ms);
  }
}

export function countsBetween(before: Counts, after: Counts): Counts {
  return Object.fromEntries(Object.entries(after).map(([name, n]) => [name, n - (before[name] ?? 0)]));
}

/** Of all operations at a place. */
export function requestsTo(place: string, counts: Counts): number {
  const found = Object.entries(counts).filter(([name]) => name.startsWith(`${place} `));
  return found.reduce((sum, [, n]) => sum + n, 0);
}

/** What AWS would charge for. The time that functions run is that of the model. */
export function requestsOf(counts: Counts, work: { readonly rows: number; readonly sent: number }): Requests {
  const of = (...names: string[]) => names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  const invocations = {
    read: of('read-drop'),
    submit: of('submit-batch'),
    track: of('track-run'),
    report: of('report-run'),
  };
  return {
    ...computeOf({
      ...work,
      invocations,
      steps: invocations.track + of('stays'),
      stayedSeconds: of('stayed ms') / 1000,
    }),
    tableWrites: of('ledger writes'),
    tableReads: of('ledger reads'),
    // The message of the drop is sent by S3. Each message is received and deleted.
    queueRequests: requestsTo('SQS', counts) + 1 + 2 * (invocations.read + invocations.submit),
    objectPuts: of('S3 PUT', 'S3 POST'),
    objectGets: of('S3 GET', 'S3 HEAD'),
    mails: requestsTo('SESV2', counts),
  };
}
