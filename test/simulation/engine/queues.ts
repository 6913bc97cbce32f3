import { retryPauses } from '../../../functions/adapters/retry-pauses.ts';
import type { Decisions } from '../decisions.ts';
import type { Due, Ended, Scheduler } from '../scheduler.ts';

interface Message {
  readonly queue: string;
  readonly body: string;
  /** When it is visible. */
  at: number;
  receives: number;
  readonly run: () => void;
}

interface Consumer {
  /** Until a message comes again whose function died. */
  readonly hiddenMs: number;
  readonly receive: (body: unknown) => Promise<Ended>;
}

interface Parts {
  readonly scheduler: Pick<Scheduler, 'now'>;
  readonly decisions: Decisions;
  readonly disorder: number;
}

type Send = (message: object, delaySeconds?: number) => Promise<void>;

/** A message that fails so often is dead. */
const receivesAtMost = 5;
const delays = [20, 1_000, 30_000, 60_000];

/** Queues with their consumers. A message may come late, or twice. */
export function createQueues<Name extends string>(
  { scheduler, decisions, disorder }: Parts,
  consumers: Readonly<Record<Name, Consumer>>,
) {
  const messages = new Set<Message>();
  const dead: Message[] = [];
  let sent = 0;
  const send =
    (queue: Name): Send =>
    async (message, delaySeconds = 0) => {
      const name = `message ${(sent += 1)}`;
      const arrivals = [delaySeconds * 1000];
      if (decisions.chance(name, disorder)) {
        const delay = delays[decisions.pick(`delay of ${name}`, delays.length)] ?? 0;
        const isTwice = decisions.chance(`${name} twice`, 0.6);
        arrivals.splice(0, isTwice ? 0 : 1, delaySeconds * 1000 + delay);
      }
      for (const delay of arrivals) {
        const at = scheduler.now() + delay;
        const one = { queue, body: JSON.stringify(message), at, receives: 0, run: () => void receive(one) };
        messages.add(one);
      }
    };

  async function receive(message: Message): Promise<void> {
    const { receive, hiddenMs } = consumers[message.queue as Name];
    message.receives += 1;
    message.at = scheduler.now() + hiddenMs;
    const ended = await receive(JSON.parse(message.body));
    // A function that died cannot ask for its message to come back soon.
    const pause = ended === 'failed' ? retryPauses[message.receives - 1] : undefined;
    if (pause !== undefined) message.at = scheduler.now() + pause * 1000;
    const isLast = message.receives >= receivesAtMost;
    if (ended === 'done' || isLast) messages.delete(message);
    if (ended !== 'done' && isLast) dead.push(message);
  }

  return {
    send: Object.fromEntries(
      (Object.keys(consumers) as Name[]).map((name) => [name, send(name)]),
    ) as Readonly<Record<Name, Send>>,
    dead: dead as readonly Message[],
    due: (): Iterable<Due> => messages,
  };
}
