import { countedRun, isOfRun, type CountedRun } from '../../test/cost/counted-run.ts';
import { processNow, type Process } from '../../test/simulation/scheduler.ts';
import type { Physics } from '../../test/simulation/physics.ts';
import { figures } from './assumptions.ts';
import { createCalendar, type Calendar } from './calendar.ts';
import { createDraws } from './draws.ts';
import { packInOneThread } from './one-thread.ts';
import { createServiceHalf, type ServiceHalf, type ServiceSettings } from './service-half.ts';
import type { ServiceTraces } from './service-trace.ts';

/** What is deployed. */
export interface Deployment extends ServiceSettings {
  readonly submission: number;
  /** Of each function, by the step that it is in the simulated world. */
  readonly memoryMb: (step: string) => number;
}

export interface Machine {
  /** Milliseconds of processor time used so far. */
  readonly processor: () => number;
  readonly seed: number;
  /** Milliseconds that some of the latencies take longer. */
  readonly more?: Readonly<Record<string, number>>;
}

export interface Invocation {
  readonly step: string;
  readonly from: number;
  readonly to: number;
}

export interface Modelled extends CountedRun {
  readonly rows: number;
  readonly deployment: Deployment;
  readonly service: ServiceHalf;
  readonly ledger: Calendar;
  readonly invocations: readonly Invocation[];
  /** What the functions of the run took, to be compared with the model behind `usage.usd`. */
  readonly gbSeconds: number;
}

type Call = Parameters<Physics['thereMs']>[0];

/** How long things take in the cloud, for the functions of a deployment. */
export function physicsOf(
  deployment: Deployment,
  { processor, seed, more }: Machine,
  httpMs: (operation: string) => number = () => 0,
) {
  const draw = createDraws(seed, more);
  const slowness = (step: string) =>
    Math.max(1, figures.megabytesPerProcessor / deployment.memoryMb(step)) / figures.processorToCore;
  const halfOf = ({ client, command }: Call) =>
    draw(client === 'Http' ? 'HTTP API' : `${client}.${command}`) / 2;
  const physics: Physics = {
    processor,
    slowness,
    startMs: (_step, isCold) => draw(isCold ? 'cold start' : 'warm start'),
    thereMs: (call) =>
      halfOf(call) +
      (call.client === 'Http' ? httpMs(call.command) : 0) +
      figures.requestProcessorMs * slowness(processNow()?.step ?? ''),
    backMs: halfOf,
    messageMs: (queue) => draw(queue === 'arrivals' ? 'event of S3' : 'poll of a queue'),
    consumers: (queue, busyMs) => {
      const most = queue === 'batches' ? deployment.submission : 2;
      const more = Math.floor((busyMs / 60_000) * figures.moreConsumersPerMinute);
      return Math.min(most, figures.consumersAtFirst + more);
    },
    transitionsMs: (count) =>
      Array.from({ length: count }, () => draw('transition of a state machine')).reduce((a, b) => a + b, 0),
  };
  return { physics, draw };
}

/** Drops a file of so many new clients into the flow on AWS, as the model has it. */
export async function modelledRun(
  rows: number,
  deployment: Deployment,
  { traces, ...machine }: Machine & { readonly traces: ServiceTraces },
): Promise<Modelled> {
  const httpMs = (operation: string) => (operation === 'import' ? traces.importMs(2000) : traces.statusMs);
  packInOneThread();
  const { physics, draw } = physicsOf(deployment, machine, httpMs);
  const service = createServiceHalf(traces, deployment, draw);
  // All items of a run are in one partition of the ledger.
  const ledger = createCalendar(figures.unitsPerPartition);
  const invocations: Invocation[] = [];
  const waits = new Map<Process, number>();
  const wait = (process: Process, ms: number) => waits.set(process, (waits.get(process) ?? 0) + ms);
  const counted = await countedRun(
    rows,
    {
      runsFor: service.runsFor,
      physics: {
        ...physics,
        backMs: (call) => {
          const process = processNow();
          const more = (process && waits.get(process)) ?? 0;
          if (process) waits.delete(process);
          return physics.backMs(call) + more;
        },
        ran: (step, from, to) => void invocations.push({ step, from, to }),
      },
    },
    ({ process, client, request, answer: { units, body = '' }, at }) => {
      if (client === 'S3Client') {
        const sent =
          request.body instanceof Uint8Array ? request.body.length : String(request.body ?? '').length;
        wait(process, ((sent + Buffer.byteLength(body)) / figures.bytesPerSecond) * 1000);
      }
      const written = units?.writes ?? 0;
      if (written > 0) wait(process, ledger.admit(at, written) - at);
    },
  );
  const gbSeconds = invocations
    .filter(({ step }) => isOfRun(step))
    .reduce((sum, { step, from, to }) => sum + ((to - from) / 1000) * (deployment.memoryMb(step) / 1024), 0);
  return { ...counted, rows, deployment, service, ledger, invocations, gbSeconds };
}
