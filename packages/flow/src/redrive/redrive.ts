import { failure, log, success, type HttpRequest, type HttpResponse } from '@sluice/aws-kit/handlers';
import type { Ledger } from '@sluice/ledger';
import type { Clock, Queue } from '../ports.ts';
import { verdictOnArrival, verdictOnBatch, type Verdict } from './verdicts.ts';

export interface DeadLetter {
  readonly messageId: string;
  readonly body: string;
  readonly receipt: string;
}

export interface DeadLetters {
  /** Hides what it returns for a while. Empty when there are no more. */
  receive(): Promise<readonly DeadLetter[]>;
  remove(letter: DeadLetter): Promise<void>;
}

export interface RedrivableQueue {
  readonly queue: Queue<object>;
  readonly deadLetters: DeadLetters;
}

export interface RedriveServices {
  readonly ledger: Pick<Ledger, 'run' | 'submission'>;
  readonly arrivals: RedrivableQueue;
  readonly batches: RedrivableQueue;
  readonly now: Clock;
}

const redrivenQueues = ['arrivals', 'batches'] as const;
export type RedrivenQueue = (typeof redrivenQueues)[number];

export interface RedrivenLetter {
  readonly queue: RedrivenQueue;
  readonly messageId: string;
  readonly outcome: Verdict['kind'];
  readonly why: string;
  readonly runId?: string | undefined;
}

export interface Redriven {
  readonly counts: Readonly<Record<Verdict['kind'], number>>;
  readonly letters: readonly RedrivenLetter[];
  /** Whether there may be more: call again. */
  readonly more: boolean;
}

/** The gateway waits for 29 seconds. */
const redrivingMs = 20_000;
/** As many as a person reads, and far below what the gateway carries. */
const mostLetters = 1000;

const verdictOn: Record<RedrivenQueue, typeof verdictOnArrival> = {
  arrivals: verdictOnArrival,
  batches: verdictOnBatch,
};

/** `POST /redrive`: returns what became of each dead letter. */
export async function answerRedrive(request: HttpRequest, services: RedriveServices): Promise<HttpResponse> {
  if (request.method !== 'POST') return failure(405, 'method_not_allowed', 'Expected: POST.');
  return success(await redrive(services));
}

/**
 * Empties the dead-letter queues through the ledger: a letter is queued again if something still waits for it, dropped if
 * nothing does, and kept if it cannot be read (invariants 2, 7, 11). It is queued before it is removed: a crash between
 * leaves a harmless copy.
 */
export async function redrive(services: RedriveServices): Promise<Redriven> {
  const until = services.now().getTime() + redrivingMs;
  const letters: RedrivenLetter[] = [];
  let more = false;
  for (const name of redrivenQueues) more = (await redriveQueue(name, { letters, until }, services)) || more;
  const count = (kind: Verdict['kind']) => letters.filter(({ outcome }) => outcome === kind).length;
  const counts = { queuedAgain: count('queuedAgain'), dropped: count('dropped'), kept: count('kept') };
  log.info('redrive_finished', counts);
  return { counts, letters, more };
}

/** @returns whether there may be more */
async function redriveQueue(
  name: RedrivenQueue,
  { letters, until }: { readonly letters: RedrivenLetter[]; readonly until: number },
  services: RedriveServices,
): Promise<boolean> {
  const { deadLetters } = services[name];
  for (;;) {
    if (services.now().getTime() >= until || letters.length >= mostLetters) return true;
    const received = await deadLetters.receive();
    if (received.length === 0) return false;
    for (const letter of received) letters.push(await redriveOne(name, letter, services));
  }
}

async function redriveOne(
  name: RedrivenQueue,
  letter: DeadLetter,
  services: RedriveServices,
): Promise<RedrivenLetter> {
  const { queue, deadLetters } = services[name];
  const verdict = await verdictOn[name](letter.body, services.ledger);
  if (verdict.kind === 'queuedAgain') await queue.send(verdict.messages);
  if (verdict.kind !== 'kept') await deadLetters.remove(letter);
  const { messageId } = letter;
  const { kind: outcome, why } = verdict;
  const runId = verdict.kind === 'kept' ? undefined : verdict.runId;
  log.info('dead_letter_handled', { queue: name, messageId, outcome, runId });
  return { queue: name, messageId, outcome, why, ...(runId !== undefined && { runId }) };
}
