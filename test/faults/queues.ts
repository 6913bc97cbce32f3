import { services as readDropServices } from '../../functions/read-drop/handler.ts';
import { readDrop } from '@sluice/flow/read/read-drop';
import { services as recordMailEventServices } from '../../functions/record-mail-event/handler.ts';
import { recordMailEvent } from '@sluice/flow/mail-events/record-mail-event';
import { sesEventSchema } from '@sluice/flow/mail-events/ses-event';
import { arrivalMessageSchema, dropsIn } from '@sluice/flow/read/arrivals';
import { batchMessageSchema } from '@sluice/flow/run-objects';
import { services as submitBatchServices } from '../../functions/submit-batch/handler.ts';
import { submitBatch } from '@sluice/flow/submit/submit-batch';
import type { Message } from './aws/others.ts';
import type { Ended, Stage } from './stage.ts';

const minute = 60_000;
/** As the queues are declared: six timeouts of the consumer; a message that fails five times is dead. */
const hiddenMs: Readonly<Record<string, number>> = { arrivals: 30 * minute, batches: 3 * minute };
const deliveries = 5;

/** The queues of the world, each with the function that takes its messages. */
export function createQueues(
  { env, outside, sqs, clock, invoke, warmed }: Stage,
  schedule: (body: unknown) => Promise<Ended>,
) {
  const deadLetters: Message[] = [];

  const consumers: Readonly<Record<string, (body: unknown) => Promise<Ended>>> = {
    arrivals: (body) =>
      invoke('readDrop', async () => {
        const services = warmed('readDrop', () => readDropServices(env, outside));
        for (const drop of dropsIn(arrivalMessageSchema.parse(body))) await readDrop(drop, services);
      }),
    definitions: schedule,
    mailEvents: (body) =>
      invoke('recordMailEvent', () => {
        const services = warmed('recordMailEvent', () => recordMailEventServices(env, outside));
        return recordMailEvent(sesEventSchema.parse(body), services);
      }),
  };

  function submit(body: unknown): Promise<Ended> {
    const message = batchMessageSchema.parse(body);
    const step = message.phase === 'dry' ? 'submitDry' : 'submitReal';
    return invoke(step, () =>
      submitBatch(
        message,
        warmed(step, () => submitBatchServices(env, outside)),
      ),
    );
  }

  async function deliver(message: Message): Promise<void> {
    message.receives += 1;
    message.visibleAt = clock().getTime() + (hiddenMs[message.queue] ?? minute);
    const body: unknown = JSON.parse(message.body);
    const ended = await (consumers[message.queue] ?? submit)(body);
    if (ended !== 'done' && message.receives < deliveries) return;
    sqs.messages.splice(sqs.messages.indexOf(message), 1);
    if (ended !== 'done') deadLetters.push(message);
  }

  return {
    deliver,
    deadLetters,
    /** The messages that somebody will be given. */
    waiting: () => sqs.messages.filter(({ queue }) => !queue.startsWith('dead')),
    areAnyDead: () => sqs.messages.some(({ queue }) => queue.startsWith('dead')),
  };
}
