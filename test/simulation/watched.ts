import type { Effects, FaultKind, Ways } from './effects.ts';

export const reads = ['unsent', 'slow', 'answersLate', 'diesBefore'] as const;
export const writes = ['unsent', 'lost', 'slow', 'answersLate', 'diesBefore', 'diesAfter'] as const;
export const calls = [
  ...writes,
  'throttled',
  'unauthorized',
  'serverError',
  'gateway',
  'turnedAway',
  'undelivered',
] as const;

export type Effect = Effects['effect'];
type Method = (...args: never[]) => unknown;

interface Watched {
  readonly name: string;
  /** Methods that change nothing. */
  readonly reads?: readonly string[];
  /** More that can happen, by method. */
  readonly kinds?: Readonly<Record<string, readonly FaultKind[]>>;
  readonly ways?: (method: string, args: readonly unknown[]) => Ways<unknown>;
  /** Methods without an effect. */
  readonly plain?: readonly string[];
}

const isIterable = (method: string) => /^(?:stream|records|versions|changedOn)$/u.test(method);

/** The same port, whose every call is an effect. */
export function watched<Port extends object>(effect: Effect, port: Port, about: Watched): Port {
  const made = Object.entries(port).map(([method, act]: [string, Method | undefined]) => {
    if (typeof act !== 'function' || about.plain?.includes(method)) return [method, act];
    const isRead = isIterable(method) || about.reads?.includes(method);
    const kinds = about.kinds?.[method] ?? (isRead ? reads : writes);
    const call = (args: never[]) => ({
      client: about.name,
      command: method,
      args,
      kinds,
      ways: () => about.ways?.(method, args) ?? {},
    });
    if (isIterable(method))
      return [
        method,
        async function* (...args: never[]) {
          await effect(call(args), async () => undefined);
          yield* act(...args) as AsyncIterable<unknown>;
        },
      ];
    return [method, (...args: never[]) => effect(call(args), () => act(...args) as Promise<unknown>)];
  });
  return Object.fromEntries(made) as Port;
}
