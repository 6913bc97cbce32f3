import { openLog, now } from './function-log.ts';
import type { Limits } from '../base/limits.ts';
import type { Failure, Job } from './messages.ts';
import { startThread, type FunctionSpec, type FunctionThread, type Outcome } from './function-thread.ts';

/** This many threads start as soon as they are needed. More start only for a call that has waited. */
const quickThreads = 2;

export interface Growth {
  readonly mostThreads: number;
  /** How long a call waits before one more thread starts. */
  readonly patienceMs: number;
  /** A thread without a call for this long is put away. It has 20 to 60 MB, and the next one starts in a quarter of a second. */
  readonly idleMs: number;
}

const usualIdleMs = 20_000;

/** Lambda starts an environment for each call that finds none free. Here one waits a little, for one that becomes free. */
export function growthOf({ fewThreads }: Limits, idleMs = usualIdleMs): Growth {
  const patience = fewThreads
    ? { mostThreads: 12, patienceMs: 1000 }
    : { mostThreads: Infinity, patienceMs: 100 };
  return { ...patience, idleMs };
}

interface Waiting {
  readonly job: Job;
  readonly settle: (outcome: Outcome) => void;
}

interface Idle {
  readonly thread: FunctionThread;
  /** As `performance.now`. */
  readonly since: number;
}

/** The execution environments of one function. Nothing is started before the first call, and nothing stays long after the last. */
export class FunctionPool {
  readonly spec: FunctionSpec;
  readonly #log;
  readonly #growth: Growth;
  readonly #threads = new Set<FunctionThread>();
  /** The one that was used last is at the end, and is used first. */
  readonly #idle: Idle[] = [];
  readonly #waiting: Waiting[] = [];
  #starting = 0;
  #patience: NodeJS.Timeout | undefined;
  #shrinking: NodeJS.Timeout | undefined;
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
    clearTimeout(this.#shrinking);
    await Promise.all([...this.#threads].map((thread) => thread.stop()));
    this.#log.close();
  }

  #dispatch(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#idle.pop()?.thread;
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
      this.#idle.push({ thread, since: performance.now() });
      this.#shrinkLater();
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

  #shrinkLater(): void {
    const [longest] = this.#idle;
    if (longest === undefined || this.#shrinking !== undefined || this.#stopped) return;
    const { idleMs } = this.#growth;
    const shrink = (): void => {
      this.#shrinking = undefined;
      const before = performance.now() - idleMs;
      const ended = this.#idle.filter(({ since }) => since <= before);
      this.#idle.splice(0, ended.length);
      for (const { thread } of ended) {
        this.#threads.delete(thread);
        void thread.stop();
      }
      this.#shrinkLater();
    };
    // A timer may fire a little early.
    this.#shrinking = setTimeout(shrink, longest.since + idleMs - performance.now() + 1).unref();
  }
}
