import type { ApprovalSettings } from '@sluice/import-plan';
import type { Ledger, Migrations } from '@sluice/ledger';
import type { Cloud } from './cloud.ts';
import type { Effects } from './effects.ts';
import {
  actOnMigration,
  actOnRun,
  answerErase,
  arrivalMessageSchema,
  batchMessageSchema,
  dropsIn,
  isSwept,
  migrationInputSchema,
  migrationsIn,
  readDrop,
  recordMailEvent,
  recordRevert,
  redrive,
  reportRun,
  revertMessageSchema,
  runMigration,
  recordUploads,
  scheduleMigration,
  sealHistory,
  sesEventSchema,
  submitBatch,
  sweepAll,
  trackInputSchema,
  trackSteps,
} from './flow.ts';
import type { LedgerWatch } from './ports.ts';
import type { Scheduler } from './scheduler.ts';
import type { Peek } from './watching.ts';

export interface BackendParts {
  readonly cloud: Cloud;
  /** What the functions read as the time: each process may have a clock of its own. */
  readonly clock: () => Date;
  readonly effects: Effects;
  readonly scheduler: Pick<Scheduler, 'aside' | 'sleep'>;
  readonly watch: LedgerWatch;
  readonly newId: () => string;
  readonly takesKey: boolean;
  /** Whether imports name the dry run whose records they expect. */
  readonly expects: boolean;
  readonly canRevert: boolean;
  /** Whether notices also go to channels other than mail; only the real adapters have these. */
  readonly hasChannels: boolean;
  /** What the stack sets about approval. */
  readonly approval: ApprovalSettings;
}

/** By what the functions of the flow reach the cloud: ports in memory, or the real adapters over the real SDK. */
export interface Backend {
  /** A warm instance of each function. */
  build(): FlowFunctions;
  /** Without effects, for checks and scenarios. */
  readonly ledger: Ledger;
  readonly migrations: Migrations;
  /** The ledger at this moment, past every client; where the writes are not watched. */
  readonly peek?: () => Peek;
}

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
  recordRevert: minute,
  actOnRun: 29 * second,
  actOnMigration: 29 * second,
  redrive: 29 * second,
  eraseRuns: 29 * second,
  sealHistory: 5 * minute,
  historyApi: 29 * second,
  sweep: 5 * minute,
} as const;
export type Step = keyof typeof timeouts;

type Request = Parameters<typeof actOnRun>[0];

/** The functions of the flow, each called as its handler calls it. */
export type FlowFunctions = ReturnType<typeof flowFunctions> & {
  /** Somebody reads the history. */
  get(path: string): Promise<unknown>;
};

interface Services {
  readonly readDrop: Second<typeof readDrop>;
  readonly submitBatch: Second<typeof submitBatch>;
  readonly trackRun: Second<typeof trackSteps>;
  readonly reportRun: Second<typeof reportRun>;
  readonly runMigration: Second<typeof runMigration>;
  readonly scheduleMigration: Second<typeof scheduleMigration> & Second<typeof recordUploads>;
  readonly recordMailEvent: Second<typeof recordMailEvent>;
  readonly recordRevert: Second<typeof recordRevert>;
  readonly actOnRun: Second<typeof actOnRun>;
  readonly actOnMigration: Second<typeof actOnMigration>;
  readonly redrive: Parameters<typeof redrive>[0];
  readonly eraseRuns: Second<typeof answerErase>;
  readonly sealHistory: Parameters<typeof sealHistory>[0];
  readonly sweep: Parameters<typeof sweepAll>[0];
}
type Second<F extends (...args: never[]) => unknown> = Parameters<F>[1];

export function flowFunctions(services: Services) {
  return {
    readDrop: async (body: unknown) => {
      for (const drop of dropsIn(arrivalMessageSchema.parse(body))) await readDrop(drop, services.readDrop);
    },
    submit: (body: unknown) => submitBatch(batchMessageSchema.parse(body), services.submitBatch),
    trackRun: (state: unknown) => trackSteps(trackInputSchema.parse(state), services.trackRun),
    reportRun: (runId: string) => reportRun(runId, services.reportRun),
    runMigration: (state: unknown) => runMigration(migrationInputSchema.parse(state), services.runMigration),
    scheduleMigration: async (body: unknown) => {
      const message = arrivalMessageSchema.parse(body);
      for (const name of migrationsIn(message))
        await scheduleMigration(name, services.scheduleMigration, { notifies: !isSwept(message) });
      await recordUploads(message, services.scheduleMigration);
    },
    recordMailEvent: (body: unknown) => recordMailEvent(sesEventSchema.parse(body), services.recordMailEvent),
    recordRevert: (body: unknown) => recordRevert(revertMessageSchema.parse(body), services.recordRevert),
    actOnRun: (request: Request) => actOnRun(request, services.actOnRun),
    actOnMigration: (request: Request) => actOnMigration(request, services.actOnMigration),
    redrive: () => redrive(services.redrive),
    eraseRuns: (request: Request) => answerErase(request, services.eraseRuns),
    sealHistory: () => sealHistory(services.sealHistory),
    sweep: () => sweepAll(services.sweep),
  };
}
