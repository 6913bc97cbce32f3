import { AsyncLocalStorage } from 'node:async_hooks';

/** What happens to one effect instead of all going well. */
export const faultKinds = {
  unsent: 'it fails before it is sent',
  lost: 'it has its effect, and the reply is lost',
  unheard: 'it is lost on its way, and nobody knows that it was not heard',
  throttled: 'it is refused because there were too many',
  conflict: 'it meets another transaction',
  cut: 'its answer breaks off half way',
  gateway: 'it has its effect, and something in front answers HTTP 502',
  serverError: 'it has its effect, and the service answers server_error',
  unauthorized: 'the service refuses the credentials',
  partly: 'half of it is taken',
  twice: 'it happens twice',
  diesBefore: 'the process dies right before it',
  diesAfter: 'the process dies right after it',
} as const;
export type FaultKind = keyof typeof faultKinds;

/** One call that leaves the process, by what it is and the how-manieth of its kind: a run without faults gives the same names again. */
export interface Effect {
  readonly name: string;
  readonly step: string;
  readonly client: string;
  readonly command: string;
}

export interface Fault {
  readonly effect: string;
  readonly kind: FaultKind;
}

/** The process died here. What came before it has happened. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

export interface Watch {
  readonly effects: Effect[];
  /** Those of the plan that came to pass. */
  readonly fired: (Fault & { readonly step: string })[];
  /** Stacks of the calls, by `client.command`; only where they are asked for. */
  readonly stacks: Map<string, Set<string>> | undefined;
  begin(step: string, client: string, command: string): { effect: Effect; kind: FaultKind | undefined };
}

/** Names effects as they come, and says which is to fail. */
export function createWatch(plan: readonly Fault[], { traces = false } = {}): Watch {
  const counts = new Map<string, number>();
  const kinds = new Map(plan.map(({ effect, kind }) => [effect, kind]));
  const watch: Watch = {
    effects: [],
    fired: [],
    stacks: traces ? new Map() : undefined,
    begin: (step, client, command) => {
      const what = `${step} ${client}.${command}`;
      const count = (counts.get(what) ?? 0) + 1;
      counts.set(what, count);
      const effect = { name: `${what} ${count}`, step, client, command };
      watch.effects.push(effect);
      const kind = kinds.get(effect.name);
      if (kind !== undefined) watch.fired.push({ effect: effect.name, kind, step });
      return { effect, kind };
    },
  };
  return watch;
}

/** One call of a function of the flow. What it does after its death does not happen. */
export interface Invocation<Place> {
  readonly step: string;
  /** Absent where somebody only looks: no fault, and nothing that is counted. */
  readonly watch: Watch | undefined;
  readonly place: Place;
  /** The run that it is about, where that is known. */
  readonly about?: string | undefined;
  isDead: boolean;
}

const current = new AsyncLocalStorage<Invocation<unknown>>();

/** Every effect inside belongs to this invocation, however it got there. */
export function within<Place, T>(invocation: Invocation<Place>, run: () => Promise<T>): Promise<T> {
  return current.run(invocation, run);
}

export function invocationNow(): Invocation<unknown> {
  const found = current.getStore();
  if (found === undefined) throw new Error('Something left the process outside of every invocation.');
  return found;
}

/** How a client is told of a fault that its kind of call has an own way for. */
export type Tellings<T> = Partial<Record<FaultKind, (act: () => Promise<T>) => T | Promise<T>>>;

const networkError = (code: string) => Object.assign(new Error(code), { code });

/** Lets an effect happen, or what the plan has for it. */
export async function perform<T>(
  { client, command }: { readonly client: string; readonly command: string },
  act: () => Promise<T>,
  tellings: Tellings<T>,
): Promise<T> {
  const invocation = invocationNow();
  if (invocation.watch === undefined) return act();
  if (invocation.isDead) throw new Crash('dead');
  const { kind } = invocation.watch.begin(invocation.step, client, command);
  const die = (): never => {
    invocation.isDead = true;
    throw new Crash('died');
  };
  const fail = async (): Promise<T> => {
    if (kind === undefined) return act();
    if (kind === 'diesBefore') return die();
    const telling = tellings[kind];
    if (telling) return telling(act);
    if (kind === 'unsent') throw networkError('ECONNREFUSED');
    await act();
    if (kind === 'lost') throw networkError('ECONNRESET');
    if (kind === 'twice') return act();
    if (kind === 'diesAfter') return die();
    throw new Error(`${client}.${command} has no way to fail so: ${kind}`);
  };
  const result = await fail();
  // Another effect of this invocation, at the same time, was its last.
  if (invocation.isDead) throw new Crash('dead');
  return result;
}

const reads = /^(?:Get|Head|List|Query|BatchGet|Describe|importStatus|findToken|getRevert)/u;
export const isRead = ({ command }: Pick<Effect, 'command'>): boolean => reads.test(command);

/**
 * What can happen to an effect. Between two writes the state is the same, so a death before or after a reading one is the death
 * after the write before it.
 */
export function kindsFor(effect: Effect): FaultKind[] {
  const { client, command } = effect;
  if (client === 'Http') return kindsOfHttp(effect);
  if (command.startsWith('GetObject')) return ['unsent', 'throttled', 'cut'];
  if (isRead(effect)) return ['unsent', 'throttled'];
  const common = ['unsent', 'lost', 'throttled', 'twice', 'diesBefore', 'diesAfter'] as const;
  if (command.startsWith('TransactWrite')) return [...common, 'conflict'];
  return command === 'SendMessageBatch' ? [...common, 'partly'] : [...common];
}

function kindsOfHttp(effect: Effect): FaultKind[] {
  const common = ['unsent', 'lost', 'throttled', 'cut', 'gateway', 'serverError', 'unauthorized'] as const;
  if (isRead(effect)) return [...common];
  return [...common, 'unheard', 'twice', 'diesBefore', 'diesAfter'];
}
