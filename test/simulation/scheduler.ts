import { AsyncLocalStorage } from 'node:async_hooks';
import { nextTick } from 'node:process';
import type { Decisions } from './decisions.ts';
import type { Physics } from './physics.ts';

/** How an invocation of a function ended. A process that died did nothing after that, and reported nothing. */
export type Ended = 'done' | 'failed' | 'died';

/** One invocation of a function of the flow. */
export interface Process {
  readonly step: string;
  /** The run that it is about, where that is known. */
  readonly about: string | undefined;
  readonly number: number;
  /** A process that lives longer than its timeout dies. */
  deadline: number;
  /** Effects that wait for their turn. */
  waiting: number;
  /** Its processor has work until then. */
  busyUntil: number;
  isDead: boolean;
  /** Once it is over. */
  ended: Ended | undefined;
  end(how: Ended): void;
}

interface Ready {
  at: number;
  readonly process: Process;
  readonly go: () => void;
}

/** Something that happens to the flow from outside, such as a message that is delivered. */
export interface Due {
  readonly at: number;
  readonly run: () => void;
}

interface Invocation {
  readonly step: string;
  readonly timeoutMs: number;
  readonly about?: string | undefined;
  /** No instance was idle. */
  readonly isCold?: boolean;
  /** It is no function of the flow: physics do not hold for it. */
  readonly isElsewhere?: boolean;
}

const startOf = ({ at, process }: Ready): number => Math.max(at, process.busyUntil);

export interface SchedulerOptions {
  readonly decisions: Decisions;
  /** How often a ready step goes before the one that is next, from 0 to 1. */
  readonly mixing: number;
  /** What is due, now or later, apart from the steps of processes. */
  readonly due: () => readonly Due[];
  /** What invocations threw. */
  readonly failed: (step: string, error: unknown) => void;
  readonly physics?: Physics | undefined;
}

/** What an effect takes, so that no two happen at the same time. */
const effectMs = 3;
const mostTurns = 200;
const mostYields = 2000;
/** Of 10 ms each: on a busy machine, threads that hash or unzip take their time. */
const mostPauses = 1000;

/** Until everything that needs no event of the loop is done. */
const microtasks = () => new Promise<void>(nextTick);

const current = new AsyncLocalStorage<Process>();

/** The process whose code runs; undefined for code outside of all, such as a check. */
export const processNow = (): Process | undefined => current.getStore();

/** Runs code without effects, such as a check. */
export const outsideOf = <T>(run: () => T): T => current.exit(run);

/**
 * Lets processes run by turns on a virtual clock. Each stops before every effect, and the decisions choose which ready one goes next:
 * the same decisions give the same history.
 */
export function createScheduler({ decisions, mixing, due, failed, physics }: SchedulerOptions) {
  let time = Date.parse('2026-03-01T08:00:00.000Z');
  let [steps, started] = [0, 0];
  let [last, isFair]: [Process | undefined, boolean] = [undefined, false];
  let ready: Ready[] = [];
  const computing = new Set<Process>();
  /** The processor time that no process has to pay for any more. */
  let charged = 0;

  /** The process was busy since it began to go on. */
  function charge(process: Process): void {
    if (physics === undefined) return;
    const used = physics.processor();
    process.busyUntil = Math.max(process.busyUntil, time) + (used - charged) * physics.slowness(process.step);
    charged = used;
  }

  /** What a function that failed or is done has left undone goes on with its instance; what died does nothing more. */
  function end(process: Process, how: Ended): void {
    process.ended ??= how;
    process.isDead ||= how === 'died';
    computing.delete(process);
    if (how === 'died') ready = ready.filter((one) => one.process !== process);
  }

  /** Begins an invocation, which goes on until its first effect. */
  function spawn(
    { step, timeoutMs, about, isCold = false, isElsewhere = false }: Invocation,
    run: () => Promise<unknown>,
  ): Promise<Ended> {
    const rules = isElsewhere ? undefined : physics;
    const startMs = rules?.startMs(step, isCold) ?? 0;
    return new Promise((resolve) => {
      const process: Process = {
        step,
        about,
        number: (started += 1),
        deadline: time + startMs + timeoutMs,
        waiting: 0,
        busyUntil: 0,
        isDead: false,
        ended: undefined,
        end: (how) => {
          end(process, how);
          resolve(how);
        },
      };
      computing.add(process);
      last = process;
      const whole = async () => {
        await turn(process, startMs);
        await run();
        await turn(process);
        rules?.ran?.(step, from, time);
      };
      const from = time;
      current.run(process, rules ? whole : run).then(
        () => process.end('done'),
        (error: unknown) => {
          if (!process.isDead) failed(step, error);
          process.end('failed');
        },
      );
    });
  }

  /** Waits until this process may go on. @param until may let it go on earlier */
  function turn(process: Process, delayMs = 0, until?: (now: () => void) => void): Promise<void> {
    if (process.isDead) return forever();
    process.waiting += 1;
    computing.delete(process);
    charge(process);
    return new Promise((resolve) => {
      const go = () => {
        process.waiting -= 1;
        if (process.waiting === 0 && process.ended === undefined) computing.add(process);
        resolve();
      };
      const one: Ready = { at: Math.max(time, process.busyUntil) + delayMs, process, go };
      ready.push(one);
      until?.(() => void (one.at = Math.min(one.at, time)));
    });
  }

  /** The process that calls waits for this, and no longer than so: then it goes on without. Outside of processes it just waits. */
  async function wait<T>(happening: Promise<T>, atMostMs: number): Promise<T | undefined> {
    const process = processNow();
    if (process === undefined) return happening;
    let result: T | undefined;
    await turn(process, atMostMs, (now) => {
      void happening.then((value) => {
        result = value;
        // Unless decided otherwise it goes on, and not who waits longer.
        last = process;
        now();
      });
    });
    return result;
  }

  /** Until every process waits for its turn, or has ended. */
  async function drain(): Promise<true> {
    await microtasks();
    for (let turned = 0; computing.size > 0; turned += 1) {
      if (turned < mostTurns) await microtasks();
      // It waits behind what the last call of its instance has left undone.
      else if (ready.some(({ process }) => process.ended !== undefined)) return true;
      else if (turned < mostTurns + mostYields) await new Promise((resolve) => setImmediate(resolve));
      else if (turned < mostTurns + mostYields + mostPauses)
        await new Promise((resolve) => setTimeout(resolve, 10));
      else throw new Error(`${[...computing][0]?.step} waits for something that is no effect.`);
    }
    // A process may compute while it waits for effects: streams have their turns before this.
    if (physics) await new Promise((resolve) => setImmediate(resolve));
    return true;
  }

  /** What goes next of all that is ready at this moment: the process that went last, then who waits the longest, unless decided otherwise. */
  function next(outside: readonly Due[]): (() => void) | undefined {
    const mayGo = ready.filter((one) => startOf(one) <= time);
    const mayHappen = outside.filter(({ at }) => at <= time);
    const count = mayGo.length + mayHappen.length;
    if (count === 0) return undefined;
    const isMixed = count > 1 && decisions.chance(`mix ${steps}`, mixing);
    const picked = isMixed ? decisions.pick(`turn ${steps}`, count) : undefined;
    const goesOn = mayGo.findIndex(({ process }) => process === last);
    const of = mayGo[picked ?? Math.max(0, isFair ? 0 : goesOn)];
    if (of === undefined) return mayHappen[(picked ?? mayGo.length) - mayGo.length]?.run;
    return () => {
      ready.splice(ready.indexOf(of), 1);
      last = of.process;
      if (time > of.process.deadline && of.process.ended === undefined) of.process.end('died');
      else of.go();
    };
  }

  return {
    spawn,
    turn,
    wait,
    /** The process that calls waits for some milliseconds; outside of all processes no time passes. */
    sleep: async (ms: number): Promise<void> => {
      const process = processNow();
      if (process !== undefined) await turn(process, ms);
    },
    now: () => time,
    /** Processor time that is no work of a process, such as that of a stand-in. */
    aside: <T>(work: () => T): T => {
      const before = physics?.processor() ?? 0;
      const result = work();
      charged += (physics?.processor() ?? 0) - before;
      return result;
    },
    steps: () => steps,
    /** Lets processes take turns from here on, or each go on as long as it can. */
    takeTurns: (fair: boolean) => void (isFair = fair),
    /** Processes that have not ended. */
    isBusy: () => ready.length > 0,
    /** A jump, while nothing is at work. */
    pass: (ms: number) => {
      const atWork = ready.find(({ process }) => process.ended === undefined);
      if (atWork) throw new Error(`Time cannot jump while ${atWork.process.step} is at work.`);
      time += ms;
    },
    /** One step of whatever is ready, or becomes ready next. False: there is nothing to come. */
    step: (): Promise<boolean> => {
      steps += 1;
      const outside = due();
      let go = next(outside);
      if (go === undefined) {
        const at = Math.min(...ready.map(startOf), ...outside.map((one) => one.at));
        if (at === Infinity) return Promise.resolve(false);
        time = Math.max(time, at);
        go = next(outside);
      }
      if (physics === undefined) time += effectMs;
      else charged = physics.processor();
      go?.();
      return drain();
    },
  };
}

export type Scheduler = ReturnType<typeof createScheduler>;

/** What a process that is over waits for: a promise of its own, since one for all would keep every world in memory. */
export const forever = (): Promise<never> => new Promise(() => {});
