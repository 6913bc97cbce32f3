import { createCallBudget } from '@sluice/ledger/call-budget';
import { linkMaker } from '@sluice/flow/links/links';
import { serviceUrl, buckets } from './cloud.ts';
import { recordingRates, type Service, type ServiceCalls } from './flow.ts';
import { flowFunctions, type Backend, type BackendParts, type FlowFunctions } from './backend.ts';
import { createPorts, type Ports } from './ports.ts';
import type { Scheduler } from './scheduler.ts';

export function memoryBackend({ cloud, effects, scheduler, watch, ...parts }: BackendParts): Backend {
  const ports = createPorts(cloud, effects.effect, watch);
  const { sleep } = scheduler;
  return { ...ports.unwatched, build: () => memoryFunctions({ cloud, ports, sleep, ...parts }) };
}

type MemoryParts = Pick<
  BackendParts,
  'approval' | 'canRevert' | 'clock' | 'cloud' | 'expects' | 'newId' | 'takesKey'
> & {
  readonly ports: Ports;
  readonly sleep: Scheduler['sleep'];
};

/** A warm instance of each function, over ports in memory. */
function memoryFunctions({
  clock: now,
  ports,
  sleep,
  newId,
  takesKey,
  expects,
  canRevert,
  approval,
}: MemoryParts): FlowFunctions {
  const budget = createCallBudget({ budgets: ports.budgets, target: serviceUrl, reserve: 0.1, now, newId });
  const links = { files: ports.files, now, newSecret: newId, url: 'http://history.test/files', days: 3 };
  const services = {
    ...ports,
    makeLink: linkMaker(links),
    // Some things are remembered by the bucket that they were read from.
    files: { ...ports.files },
    budget,
    service: recordingRates(budget, keepingCredentials(ports.service, now)),
    reverts: canRevert ? ports.reverts : undefined,
    canRevert,
    isPaused: false,
    idempotencyKey: takesKey,
    expectations: expects,
    target: serviceUrl,
    filesBucket: buckets.files,
    dropBucket: buckets.drops,
    defaultEmails: ['ops@example.com'],
    approval,
    now,
    newId,
    sleep,
  };
  const letters = (name: 'arrivals' | 'batches') => ({
    queue: ports[name],
    deadLetters: ports.deadLetters(name === 'arrivals' ? 'deadArrivals' : 'deadBatches'),
  });
  return {
    ...flowFunctions({
      readDrop: services,
      submitBatch: services,
      trackRun: services,
      reportRun: services,
      runMigration: services,
      scheduleMigration: services,
      recordMailEvent: services,
      recordRevert: services,
      actOnRun: services,
      actOnMigration: { ...services, machine: ports.migrationsMachine },
      redrive: { ...services, arrivals: letters('arrivals'), batches: letters('batches') },
      eraseRuns: { ...services, objects: ports.fileVersions, inbox: ports.dropVersions, keptDays: 400 },
      sealHistory: services,
      sweep: services,
    }),
    get: () => services.migrations.openMigrations(),
  };
}

const credentialsKeptMs = 5 * 60_000;

/** A warm instance keeps its credentials for a while, as the adapter does. */
function keepingCredentials(service: Service, now: () => Date): Service {
  let kept: { readonly calls: ServiceCalls; readonly until: number } | undefined;
  return {
    connect: async () => {
      if (kept === undefined || kept.until <= now().getTime())
        kept = { calls: await service.connect(), until: now().getTime() + credentialsKeptMs };
      return kept.calls;
    },
    forgetCredentials: () => void (kept = undefined),
  };
}
