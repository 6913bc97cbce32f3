import { openLog, now } from './function-log.ts';
import type { Limits } from '../machine/limits.ts';
import type { Failure, Job } from './messages.ts';
import { startThread, type FunctionSpec, type FunctionThread, type Outcome } from './function-thread.ts';

/** This many threads start as soon as they are needed. More start only for a call that has waited. */
const quickThreads = 2;
const idleMs = 60_000;

export interface Growth {
  readonly mostThreads: number;
  /** How long a call waits before one more thread starts. */
  readonly patienceMs: number;
}

/** Lambda starts an environment for each call that finds none free. Here one waits a little, for one that becomes free. */
export function growthOf({ fewThreads }: Limits): Growth {
  return fewThreads ? { mostThreads: 12, patienceMs: 1000 } : { mostThreads: Infinity, patienceMs: 100 };
}

interface Waiting {
  readonly job: Job;
  readonly settle: (outcome: Outcome) => void;
}

/** The execution environments of one function. Nothing is started before the first call. */
export class FunctionPool {
  readonly spec: FunctionSpec;
  readonly #log;
  readonly #growth: Growth;
  readonly #threads = new Set<FunctionThread>();
  readonly #idle: FunctionThread[] = [];
  readonly #waiting: Waiting[] = [];
  #starting = 0;
  #patience: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(spec: FunctionSpec, logFile: string, growth: Growth) {
    this.spec = spec;
    this.#log = openLog(logFile);
    this.#growth = growth;
  }

  async run(requestId: string, event: string): Promise<Outcome> {
    const from = performance.now();
    const outcome = await new Promise<Outcome>((settle) => {
      this.#waiting.push({ job: { requestId, event, deadline: 0 }, settle });
      this.#dispatch();
    });
    const durationMs = Math.round(performance.now() - from);
    const facts = outcome.ok ? {} : { errorType: outcome.failure.errorType };
    this.#log.line({ time: now(), type: 'platform.report', requestId, durationMs, ok: outcome.ok, ...facts });
    return outcome;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#patience);
    await Promise.all([...this.#threads].map((thread) => thread.stop()));
    this.#log.close();
  }

  #dispatch(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#idle.pop();
      if (thread === undefined) break;
      if (thread.alive()) void this.#runOn(thread);
      else this.#threads.delete(thread);
    }
    this.#growIfNeeded();
  }

  async #runOn(thread: FunctionThread): Promise<void> {
    const next = this.#waiting.shift();
    if (next === undefined) return;
    const deadline = Date.now() + this.spec.timeoutSeconds * 1000;
    next.settle(await thread.run({ ...next.job, deadline }));
    this.#giveBack(thread);
  }

  #giveBack(thread: FunctionThread): void {
    if (thread.alive()) {
      this.#idle.push(thread);
      this.#shrinkLater(thread);
    } else {
      this.#threads.delete(thread);
    }
    this.#dispatch();
  }

  #growIfNeeded(): void {
    const { mostThreads, patienceMs } = this.#growth;
    if (this.#stopped || this.#waiting.length <= this.#starting || this.#threads.size >= mostThreads) return;
    if (this.#threads.size < quickThreads) {
      void this.#grow();
      this.#growIfNeeded();
    } else {
      this.#patience ??= setTimeout(() => {
        this.#patience = undefined;
        if (this.#waiting.length > this.#starting && this.#threads.size < mostThreads) void this.#grow();
        this.#growIfNeeded();
      }, patienceMs);
    }
  }

  async #grow(): Promise<void> {
    const thread = startThread(this.spec, this.#log);
    this.#threads.add(thread);
    this.#starting += 1;
    const failure = await thread.ready;
    this.#starting -= 1;
    if (failure === undefined) this.#giveBack(thread);
    else this.#giveUp(thread, failure);
  }

  /** When its bundle cannot be loaded, the call fails, as after a failed cold start on AWS. */
  #giveUp(thread: FunctionThread, failure: Failure): void {
    this.#threads.delete(thread);
    void thread.stop();
    if (this.#stopped) return;
    this.#waiting.shift()?.settle({ ok: false, failure });
    this.#dispatch();
  }

  #shrinkLater(thread: FunctionThread): void {
    if (this.#threads.size <= quickThreads) return;
    setTimeout(() => {
      const at = this.#idle.indexOf(thread);
      if (at === -1 || this.#threads.size <= quickThreads) return;
      this.#idle.splice(at, 1);
      this.#threads.delete(thread);
      void thread.stop();
    }, idleMs).unref();
  }
}
