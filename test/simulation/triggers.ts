import { retryPauses } from '../../functions/adapters/retry-pauses.ts';
import type { Execution, Message } from '../faults/aws/others.ts';
import { timeouts, type Backend, type FlowFunctions, type Step } from './backend.ts';
import type { Cloud } from './cloud.ts';
import type { Physics } from './physics.ts';
import type { Due, Ended, Scheduler } from './scheduler.ts';

export const minute = 60_000;
const sweepEveryMs = 15 * minute;
/** As the queues are declared: six timeouts of the consumer; a message that fails five times is dead. */
const hiddenMs: Readonly<Record<string, number>> = {
  arrivals: 30 * minute,
  batches: 3 * minute,
  definitions: 6 * minute,
  mailEvents: 3 * minute,
  reverts: 6 * minute,
};
const deliveries = 5;
const isDead = ({ queue }: Message) => queue.startsWith('dead');

interface Triggers {
  readonly cloud: Cloud;
  readonly scheduler: Scheduler;
  readonly backend: Backend;
  readonly note?: ((line: string) => void) | undefined;
  readonly physics?: Physics | undefined;
}

/** What calls the functions, as AWS does: messages, executions of the two machines, and the schedule of the sweep. */
export function createTriggers({ cloud, scheduler, backend, note, physics }: Triggers) {
  let [quiet, lastSweep, isSweeping] = [0, scheduler.now(), false];
  const deadLetters: Message[] = [];
  const atWork = new Set<Execution>();
  const idle = new Map<Step, FlowFunctions[]>();
  /** How many messages of a queue are at work, and since when it has been busy. */
  const busy = new Map<string, { readonly since: number; count: number }>();

  /** Calls a function: an instance that is idle, or a new one. One that died is not called again. */
  async function invoke(
    step: Step,
    run: (functions: FlowFunctions) => Promise<unknown>,
    about?: string,
  ): Promise<Ended> {
    // One function sends dry and real submissions.
    const name = step === 'submitReal' ? 'submitDry' : step;
    const warm = idle.get(name) ?? [];
    idle.set(name, warm);
    const isCold = warm.length === 0;
    const instance = warm.pop() ?? backend.build();
    const invocation = { step, timeoutMs: timeouts[step], about, isCold };
    const ended = await scheduler.spawn(invocation, () => run(instance));
    if (ended !== 'done') note?.(`${step} ${ended}`);
    if (ended !== 'died') warm.push(instance);
    return ended;
  }

  const consumers: Readonly<Record<string, (body: unknown) => Promise<Ended>>> = {
    arrivals: (body) => invoke('readDrop', (functions) => functions.readDrop(body)),
    definitions: (body) => invoke('scheduleMigration', (functions) => functions.scheduleMigration(body)),
    reverts: (body) => invoke('recordRevert', (functions) => functions.recordRevert(body)),
    mailEvents: (body) => invoke('recordMailEvent', (functions) => functions.recordMailEvent(body)),
    batches: (body) => {
      const { phase, runId } = body as { phase: 'dry' | 'real'; runId: string };
      const step = phase === 'dry' ? 'submitDry' : 'submitReal';
      return invoke(step, (functions) => functions.submit(body), runId);
    },
  };

  async function deliver(message: Message): Promise<void> {
    message.receives += 1;
    message.visibleAt = scheduler.now() + (hiddenMs[message.queue] ?? minute);
    // The sweep announces every definition again, each time.
    if (message.queue !== 'definitions') quiet = 0;
    const consumer = busy.get(message.queue) ?? { since: scheduler.now(), count: 0 };
    busy.set(message.queue, consumer);
    consumer.count += 1;
    const ended = await consumers[message.queue]?.(JSON.parse(message.body));
    consumer.count -= 1;
    const isLast = message.receives >= deliveries;
    // A function that died cannot ask for its message to come back soon.
    const pause = ended === 'failed' ? retryPauses[message.receives - 1] : undefined;
    if (pause !== undefined) message.visibleAt = scheduler.now() + pause * 1000;
    if (ended !== 'done' && !isLast) return;
    const at = cloud.sqs.messages.indexOf(message);
    if (at >= 0) cloud.sqs.messages.splice(at, 1);
    if (ended !== 'done') deadLetters.push(message);
  }

  const machines: Readonly<Record<string, (execution: Execution) => Promise<Ended>>> = {
    migrations: (execution) =>
      invoke('runMigration', async (functions) => {
        const state = Object.assign({}, execution.state, { execution: execution.name });
        execution.state = await functions.runMigration(state);
      }),
    m: (execution) => {
      const { runId } = execution.state as { runId: string };
      const track = async (functions: FlowFunctions) => {
        execution.state = await functions.trackRun(execution.state);
      };
      const report = async (functions: FlowFunctions) => {
        const next = (await functions.reportRun(runId)) === 'leased' ? 'wait' : 'done';
        execution.state = Object.assign({}, execution.state, { next, waitSeconds: 60 });
      };
      return execution.at === 'track' ? invoke('trackRun', track, runId) : invoke('reportRun', report, runId);
    },
  };

  /** One task of an execution. After three failures the execution fails, and the sweep resumes its run. */
  async function take(execution: Execution): Promise<void> {
    quiet = 0;
    atWork.add(execution);
    const ended = await machines[execution.machine]?.(execution);
    atWork.delete(execution);
    if (ended === 'done') {
      execution.failures = 0;
      const { next, waitSeconds = 1 } = execution.state as { next?: string; waitSeconds?: number };
      const transitionsMs = physics?.transitionsMs(next === 'wait' ? 3 : 2) ?? 0;
      execution.dueAt = scheduler.now() + transitionsMs + (next === 'wait' ? waitSeconds * 1000 : 0);
      if (next === 'report') execution.at = 'report';
      else if (next !== 'wait') execution.running = false;
      return;
    }
    execution.failures += 1;
    execution.dueAt = scheduler.now() + execution.failures * 10_000;
    if (execution.failures > 2) execution.running = false;
  }

  async function sweep(): Promise<void> {
    isSweeping = true;
    lastSweep = scheduler.now();
    let found = 0;
    const swept = await invoke('sweep', async (functions) => {
      // What a sweep had no time for is for the next one.
      const { drops, runs, migrations, left } = await functions.sweep();
      found = drops + runs + migrations + left;
    });
    quiet = swept === 'done' && found === 0 && !hasMoreToDo() ? quiet + 1 : 0;
    isSweeping = false;
  }

  /** Those that a consumer may take now or later; none while all consumers of their queue are busy. */
  function receivable(): Message[] {
    const full = new Set<string>();
    for (const [queue, { since, count }] of busy)
      if (physics && count >= physics.consumers(queue, scheduler.now() - since)) full.add(queue);
    return cloud.sqs.messages.filter((message) => !isDead(message) && !full.has(message.queue));
  }

  const hasMessages = (except?: string) =>
    cloud.sqs.messages.some((one) => !isDead(one) && one.queue !== except);

  function hasMoreToDo(): boolean {
    if (hasMessages('definitions') || cloud.late.length > 0) return true;
    if (cloud.service.due().some(({ at }) => at < Infinity)) return true;
    return [...cloud.sfn.executions.values()].some(({ running }) => running);
  }

  return {
    invoke,
    deadLetters,
    due: (): readonly Due[] => {
      const found: Due[] = [...cloud.service.due()];
      for (const one of cloud.late)
        found.push({
          at: one.at,
          run: () => {
            cloud.late.splice(cloud.late.indexOf(one), 1);
            one.run();
          },
        });
      for (const message of receivable())
        found.push({ at: message.visibleAt, run: () => void deliver(message) });
      for (const execution of cloud.sfn.executions.values())
        if (execution.running && !atWork.has(execution))
          found.push({ at: execution.dueAt, run: () => void take(execution) });
      if (!isSweeping) found.push({ at: lastSweep + sweepEveryMs, run: () => void sweep() });
      return found;
    },
    /** Something was done from outside: what is at rest may move again. */
    stir: () => void (quiet = 0),
    /** A deployment: from now on new instances are called, and executions that began before fail. */
    deploy: () => {
      idle.clear();
      for (const execution of cloud.sfn.executions.values()) execution.running = false;
    },
    /** Nothing is delivered, started or swept for so long. What is at work goes on. */
    outage: (ms: number) => {
      for (const message of cloud.sqs.messages) message.visibleAt += ms;
      for (const execution of cloud.sfn.executions.values()) execution.dueAt += ms;
      lastSweep += ms;
    },
    /** The last two sweeps found nothing, and nothing is under way. */
    isAtRest: () => quiet >= 2 && !scheduler.isBusy() && !hasMoreToDo() && !hasMessages(),
  };
}
