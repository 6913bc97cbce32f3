import type { Random } from '@sluice/demo/random';
import { runImport } from '../import/run-import.ts';
import type { ImportMessage } from '../services.ts';
import { beforeEachCall, Crash } from './dying.ts';
import type { Service } from './service.ts';
import { wrapped } from './undoing.ts';

/** A worker that has stalled before one of its calls. */
interface Sleeper {
  /** Lets it make the call. Then it goes on, or is dead. */
  readonly wake: () => Promise<void>;
}

/**
 * Workers that stall before any call, for any time, and then make the call. Some go on after it; of others only this request was
 * still under way. Clocks of workers differ by up to two seconds, and some stand while their worker does. The random numbers decide everything.
 */
export function stallingWorkers(service: Service, random: Random) {
  const sleepers: Sleeper[] = [];

  const wakeOne = async (): Promise<void> => {
    const [one] = sleepers.splice(random.below(sleepers.length), 1);
    await one?.wake();
  };
  const time = () => service.services.now().getTime();
  const clock = () => {
    let differsMs = random.below(4_001) - 2_000;
    return {
      now: () => new Date(time() + differsMs),
      stoodSince: (since: number) => void (differsMs -= time() - since),
    };
  };
  const pass = () => service.advance(1 + random.below(4));
  /** Some milliseconds pass at each call, and now and then another worker wakes up. */
  const passing = async (): Promise<void> => {
    pass();
    if (sleepers.length > 0 && random.next() < 0.02) await wakeOne();
  };

  return {
    /** Works until the worker ends or stalls. */
    stall: async (message: ImportMessage, mostCalls: number): Promise<void> => {
      const at = 1 + random.below(mostCalls);
      const isDead = random.next() < 0.4;
      const { now, stoodSince } = clock();
      const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const { over } = beforeEachCall(async (call) => {
        if (call > at && isDead) throw new Crash();
        pass();
        if (call !== at) return;
        const since = time();
        reached.resolve();
        await gate.promise;
        if (random.next() < 0.5) stoodSince(since);
      });
      const ended = runImport(message, { ...wrapped(service, over), now }).catch(() => undefined);
      await Promise.race([reached.promise, ended]);
      const wake = async () => {
        gate.resolve();
        await ended;
      };
      sleepers.push({ wake });
    },
    work: (message: ImportMessage): Promise<void> =>
      runImport(message, { ...wrapped(service, beforeEachCall(passing).over), now: clock().now }),
    wakeSome: async (): Promise<void> => {
      while (sleepers.length > 0 && random.next() < 0.3) await wakeOne();
    },
    wakeAll: async (): Promise<void> => {
      while (sleepers.length > 0) await wakeOne();
    },
  };
}
