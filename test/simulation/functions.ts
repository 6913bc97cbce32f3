import { createCallBudget } from '@sluice/call-budget';
import type { Cloud } from './cloud.ts';
import { serviceUrl, buckets } from './cloud.ts';
import {
  actOnMigration,
  actOnRun,
  arrivalMessageSchema,
  batchMessageSchema,
  dropsIn,
  recordingRates,
  isSwept,
  migrationInputSchema,
  migrationsIn,
  readDrop,
  recordMailEvent,
  redrive,
  reportRun,
  runMigration,
  scheduleMigration,
  sealHistory,
  sesEventSchema,
  submitBatch,
  sweepAll,
  trackInputSchema,
  trackRun,
} from './flow.ts';
import type { Ports } from './ports.ts';

const [second, minute] = [1000, 60_000];

/** How long each function may run, as it is deployed. */
export const timeouts = {
  readDrop: 5 * minute,
  submitDry: 30 * second,
  submitReal: 30 * second,
  trackRun: minute,
  reportRun: 5 * minute,
  runMigration: minute,
  scheduleMigration: 30 * second,
  recordMailEvent: 30 * second,
  actOnRun: 29 * second,
  actOnMigration: 29 * second,
  redrive: 29 * second,
  sealHistory: 5 * minute,
  sweep: 5 * minute,
} as const;
export type Step = keyof typeof timeouts;

type Request = Parameters<typeof actOnRun>[0];

/** The functions of the flow, each called as its handler calls it. */
export interface FlowFunctions {
  readDrop(body: unknown): Promise<unknown>;
  submit(body: unknown): Promise<unknown>;
  trackRun(state: unknown): Promise<unknown>;
  reportRun(runId: string): Promise<unknown>;
  runMigration(state: unknown): Promise<unknown>;
  scheduleMigration(body: unknown): Promise<unknown>;
  recordMailEvent(body: unknown): Promise<unknown>;
  actOnRun(request: Request): Promise<{ readonly status: number; readonly body?: unknown }>;
  actOnMigration(request: Request): Promise<{ readonly status: number; readonly body?: unknown }>;
  redrive(): Promise<unknown>;
  sealHistory(): Promise<unknown>;
  sweep(): Promise<unknown>;
}

export interface MemoryFlowOptions {
  readonly cloud: Cloud;
  readonly ports: Ports;
  readonly newId: () => string;
  readonly takesKey: boolean;
  readonly canRevert: boolean;
}

/** One warm instance of each function, over ports in memory. */
export function memoryFunctions({
  cloud,
  ports,
  newId,
  takesKey,
  canRevert,
}: MemoryFlowOptions): FlowFunctions {
  const { now } = cloud;
  const budget = createCallBudget({ budgets: ports.budgets, target: serviceUrl, reserve: 0.1, now, newId });
  const services = {
    ...ports,
    // Some things are remembered by the bucket that they were read from.
    files: { ...ports.files },
    budget,
    service: recordingRates(budget, ports.service),
    reverts: canRevert ? ports.reverts : undefined,
    canRevert,
    idempotencyKey: takesKey,
    target: serviceUrl,
    filesBucket: buckets.files,
    dropBucket: buckets.drops,
    defaultEmails: ['ops@example.com'],
    now,
    newId,
  };
  const letters = (name: 'arrivals' | 'batches') => ({
    queue: ports[name],
    deadLetters: ports.deadLetters(name === 'arrivals' ? 'deadArrivals' : 'deadBatches'),
  });
  return {
    readDrop: async (body) => {
      for (const drop of dropsIn(arrivalMessageSchema.parse(body))) await readDrop(drop, services);
    },
    submit: (body) => submitBatch(batchMessageSchema.parse(body), services),
    trackRun: (state) => trackRun(trackInputSchema.parse(state), services),
    reportRun: (runId) => reportRun(runId, services),
    runMigration: (state) => runMigration(migrationInputSchema.parse(state), services),
    scheduleMigration: async (body) => {
      const message = arrivalMessageSchema.parse(body);
      for (const name of migrationsIn(message))
        await scheduleMigration(name, services, { tells: !isSwept(message) });
    },
    recordMailEvent: (body) => recordMailEvent(sesEventSchema.parse(body), services),
    actOnRun: (request) => actOnRun(request, services),
    actOnMigration: (request) => actOnMigration(request, { ...services, machine: ports.migrationsMachine }),
    redrive: () => redrive({ ...services, arrivals: letters('arrivals'), batches: letters('batches') }),
    sealHistory: () => sealHistory(services),
    sweep: () => sweepAll(services),
  };
}
