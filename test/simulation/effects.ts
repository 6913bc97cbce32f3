import type { Decisions } from './decisions.ts';
import type { Physics } from './physics.ts';
import { forever, processNow, type Process, type Scheduler } from './scheduler.ts';

/** What happens to one effect instead of all going well. */
export const faultKinds = {
  unsent: 'it fails before it is sent',
  lost: 'it has its effect, and the answer is lost',
  undelivered: 'it is lost on its way, and nobody knows that it did not arrive',
  throttled: 'it is refused because there were too many',
  conflict: 'it meets another transaction',
  cut: 'its answer breaks off half way',
  gateway: 'it has its effect, and something in front answers HTTP 502',
  turnedAway: 'something in front answers HTTP 502, and it does not arrive',
  serverError: 'it has its effect, and the service answers server_error',
  unauthorized: 'the service refuses the credentials',
  notFound: 'the service does not know the import',
  partly: 'half of it is taken',
  twice: 'it happens twice',
  stale: 'it answers as things were before',
  slow: 'its process sleeps before it',
  answersLate: 'it has its effect, and the process sleeps before the answer',
  arrivesLate: 'nobody waits for it any more when it arrives',
  diesBefore: 'the process dies right before it',
  diesAfter: 'the process dies right after it',
} as const;
export type FaultKind = keyof typeof faultKinds;

/** One call that leaves the process, by what it is and the how-manieth of its kind: the same history gives the same names again. */
export interface Effect {
  readonly name: string;
  readonly step: string;
  /** A port, or a client of the SDK. */
  readonly client: string;
  readonly command: string;
}

export interface Fault {
  readonly effect: string;
  readonly kind: FaultKind;
}

/** What an effect does with a fault that its kind of call has its own way for. */
export type Ways<T> = Partial<Record<FaultKind, (act: () => Promise<T>) => T | Promise<T>>>;

export interface Call<T> {
  readonly client: string;
  readonly command: string;
  readonly args?: readonly unknown[];
  /** What can happen to it. */
  readonly kinds: readonly FaultKind[];
  readonly ways: () => Ways<T>;
}

export type Scripted = (effect: Effect, args: readonly unknown[]) => FaultKind | undefined;

export interface EffectsOptions {
  readonly scheduler: Pick<Scheduler, 'turn' | 'pass' | 'now'>;
  readonly decisions: Decisions;
  /** How often an effect fails, from 0 to 1; no more often than so many times. */
  readonly rate: number;
  readonly most: number;
  /** The kinds of fault that there are. */
  readonly kinds: ReadonlySet<FaultKind>;
  /** Faults by the names of their effects, or by what the effect is. */
  readonly planned?: ReadonlyMap<string, FaultKind> | undefined;
  readonly scripted?: Scripted | undefined;
  /** Receives each effect that changes something, or fails, as it happens. */
  readonly onEffect?: ((line: string) => void) | undefined;
  readonly physics?: Physics | undefined;
  /** How long an effect of a process takes. */
  readonly paceMs?: (process: Process, call: Pick<Effect, 'client' | 'command'>) => number;
}

const sleeps = [1_000, 20_000, 50_000, 280_000];

/** Names the effects as they come, waits for their turn, and lets happen what was decided for each. */
export function createEffects(options: EffectsOptions) {
  const { scheduler, decisions, rate, most, kinds, planned, scripted, physics } = options;
  const counts = new Map<string, { number: number; readonly hash: number }>();
  const effects: Effect[] = [];
  let hash = 0;
  const fired: (Fault & { readonly step: string; readonly about: string | undefined })[] = [];

  function name(process: Process, { client, command }: Pick<Effect, 'client' | 'command'>) {
    const what = `${process.step} ${client}.${command}`;
    const count = counts.get(what) ?? { number: 0, hash: textHash(what) };
    count.number += 1;
    counts.set(what, count);
    const effect = { name: `${what} ${count.number}`, step: process.step, client, command };
    effects.push(effect);
    return { effect, mark: count.hash + count.number };
  }

  function faultOf(
    effect: Effect,
    call: Pick<Call<unknown>, 'args' | 'client' | 'kinds'>,
  ): FaultKind | undefined {
    const given = planned?.get(effect.name) ?? scripted?.(effect, call.args ?? []);
    if (given !== undefined || fired.length >= most) return given;
    // The service is called seldom, and most depends on what becomes of that.
    const often = call.client === 'service' ? 6 : 1;
    if (!decisions.chance(effect.name, rate * often)) return undefined;
    const possible = call.kinds.filter((kind) => kinds.has(kind));
    return possible[Math.min(possible.length - 1, decisions.pick(`kind ${effect.name}`, possible.length))];
  }

  async function effect<T>(call: Call<T>, act: () => Promise<T>): Promise<T> {
    const process = processNow();
    if (process === undefined) return act();
    const { effect, mark } = name(process, call);
    // What a call has left undone goes on with its instance.
    const kind = process.ended === undefined ? faultOf(effect, call) : undefined;
    if (kind !== undefined)
      fired.push({ effect: effect.name, kind, step: process.step, about: process.about });
    const sleep = () => sleeps[decisions.pick(`sleep ${effect.name}`, sleeps.length)] ?? 0;
    const thereMs = physics?.thereMs(call) ?? options.paceMs?.(process, call) ?? 0;
    await scheduler.turn(process, kind === 'slow' ? sleep() : thereMs);
    hash = (Math.imul(hash, 31) + mark + scheduler.now()) >>> 0;
    if (options.onEffect && (kind !== undefined || call.kinds.includes('lost'))) {
      const how = kind === undefined ? '' : ` (${faultKinds[kind]})`;
      options.onEffect(`${effect.step} ${process.number}: ${effect.client}.${effect.command}${how}`);
    }
    const result = await (kind === undefined ? act() : happen(kind, { process, call, act }));
    if (kind === 'answersLate') await scheduler.turn(process, sleep());
    else if (physics) await scheduler.turn(process, physics.backMs(call));
    // Another effect of this process, at the same time, was its last.
    return process.isDead ? forever() : result;
  }

  async function happen<T>(
    kind: FaultKind,
    { process, call, act }: { process: Process; call: Call<T>; act: () => Promise<T> },
  ): Promise<T> {
    if (kind === 'slow' || kind === 'answersLate') return act();
    const die = (): Promise<never> => {
      // What a call has left undone only fails: the next call has its instance, and may wait for it.
      if (process.ended !== undefined) throw networkError('ECONNRESET');
      process.end('died');
      return forever();
    };
    if (kind === 'diesBefore') return die();
    const way = call.ways()[kind];
    if (way) return way(act);
    if (kind === 'unsent') throw networkError('ECONNREFUSED');
    await act();
    if (kind === 'lost') throw networkError('ECONNRESET');
    if (kind === 'twice') return act();
    if (kind === 'diesAfter') return die();
    throw new Error(`${call.client}.${call.command} has no way to fail so: ${kind}`);
  }

  return {
    /** An effect of the process that calls; outside of all processes it happens at once. */
    effect,
    /** All of them, in order. */
    effects,
    /** Faults that happened. */
    fired,
    /** A number that two histories share only when the same effects happened at the same times. */
    hash: () => hash,
  };
}

export type Effects = ReturnType<typeof createEffects>;

const networkError = (code: string) => Object.assign(new Error(code), { code });

function textHash(text: string): number {
  let hash = 7;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}
