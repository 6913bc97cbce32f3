import { beforeAll, expect, it } from 'vitest';
import { newClients } from './clients.ts';
import { modelledRun, physicsOf, type Deployment } from './model.ts';
import { partsOf, phasesOf, wholeOf } from './phases.ts';
import { limitOf } from './aws-tables.ts';
import { traceService, type ServiceTraces } from './service-trace.ts';
import { figures, itMeasures } from '../tried.ts';

const deployment: Deployment = {
  submission: 6,
  workers: 1,
  tableWrites: 40_000,
  indexWrites: 8000,
  memoryMb: () => 1769,
};
const machine = { processor: () => 0, seed: 1 };
const rows = 3000;
let traces: ServiceTraces;
let usual: Awaited<ReturnType<typeof timesOf>>;
beforeAll(async () => {
  traces = await traceService([500], newClients, physicsOf(deployment, machine).physics);
  usual = await timesOf({});
});

async function timesOf(more: Partial<Deployment>, latencies: Readonly<Record<string, number>> = {}) {
  const run = await modelledRun(rows, { ...deployment, ...more }, { ...machine, traces, more: latencies });
  const phases = await phasesOf(run);
  return { run, phases, whole: wholeOf(phases) };
}

it('a run of the model is faster with more workers, until the table of the service is full', async () => {
  const many = await timesOf({ workers: 6 });
  expect(usual.phases.importing / many.phases.importing).toBeGreaterThan(1.3);
  const full = await timesOf({ workers: 6, tableWrites: 250 });
  // Two units a row: the client and its e-mail.
  expect(full.phases.importing).toBeGreaterThan((rows * 2) / 250);
  expect(partsOf(full.run, full.whole, 3).map(limitOf)).toContain('table');
});

it('a run of the model is later by what one of its waits takes longer', async () => {
  const late = await timesOf({}, { 'event of S3': 10_000 });
  expect(late.whole - usual.whole).toBeCloseTo(10, 1);
  expect(late.phases.arrival - usual.phases.arrival).toBeCloseTo(10, 1);
});

itMeasures('aws --rows 600 --only default', [
  ['default', '600', ...figures(11)],
  [String.raw`0–1`, '0'],
]);
