import { plainly, type Decisions } from './decisions.ts';
import { createEffects, type Effects, type FaultKind } from './effects.ts';
import type { Scheduler } from './scheduler.ts';

export interface ServiceRates {
  readonly faults: number;
  readonly mostFaults: number;
  readonly disorder: number;
  readonly kinds: ReadonlySet<FaultKind>;
}

interface Parts {
  readonly serviceRates?: ServiceRates | undefined;
  readonly decisions: Decisions;
  readonly note: ((line: string) => void) | undefined;
  readonly scheduler: Scheduler;
}

/** Each call of the service's own stores is an effect, with decisions of its own; plainly it goes on in one go. */
export function serviceEffects({ serviceRates: rates, decisions, note, scheduler }: Parts) {
  if (rates === undefined) {
    const plain = { decisions: plainly, disorder: 0, hash: () => 0, fired: [] as Effects['fired'] };
    return {
      ...plain,
      effect: (<T>(_call: unknown, act: () => Promise<T>) => act()) satisfies Effects['effect'],
    };
  }
  const own: Decisions = {
    made: decisions.made,
    chance: (name, probability) => decisions.chance(`service: ${name}`, probability),
    pick: (name, count) => decisions.pick(`service: ${name}`, count),
  };
  const { effect, hash, fired } = createEffects({
    scheduler,
    decisions: own,
    rate: rates.faults,
    most: rates.mostFaults,
    kinds: rates.kinds,
    onEffect: note,
  });
  return { decisions: own, disorder: rates.disorder, effect, hash, fired };
}
