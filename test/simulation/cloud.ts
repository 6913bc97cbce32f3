import { createMemorySfn, createMemorySqs, type SentMail } from '../faults/aws/others.ts';
import { createMemoryS3 } from '../faults/aws/s3.ts';
import type { Decisions } from './decisions.ts';
import type { Physics } from './physics.ts';
import type { Process } from './scheduler.ts';
import { createTestService, type TestServiceParts } from './service.ts';

export const buckets = { drops: 'drops', files: 'files', audit: 'audit' } as const;
export const serviceUrl = 'https://service.test/api';

export interface CloudOptions {
  readonly now: () => Date;
  readonly service: Omit<TestServiceParts, 'reverted'>;
  readonly decisions: Decisions;
  /** How often a message comes twice, or late, from 0 to 1. */
  readonly disorder: number;
  readonly physics?: Physics | undefined;
}

const delays = [20, 1_000, 60_000, 600_000];
/** Long after its sender gave up; with the longest import, still within the quiet period before anybody may send it again. */
const latenesses = [5_000, 60_000, 300_000];

/** Everything outside of the processes: objects, messages, executions, schedules, mails, and the service with its records. */
export function createCloud({ now, service, decisions, disorder, physics }: CloudOptions) {
  let sent = 0;
  const sqs = createMemorySqs({
    now,
    arrivals: (queue) => {
      if (physics) return [physics.messageMs(queue)];
      const name = `message ${(sent += 1)}`;
      if (!decisions.chance(name, disorder)) return [0];
      const delay = delays[decisions.pick(`delay of ${name}`, delays.length)] ?? 0;
      return decisions.chance(`${name} twice`, 0.6) ? [0, delay] : [delay];
    },
  });
  const late: { readonly at: number; readonly run: () => void }[] = [];
  return {
    now,
    /** What is still on its way. */
    late,
    later: (run: () => void) => {
      const after = latenesses[decisions.pick(`lateness ${late.length + 1}`, latenesses.length)] ?? 0;
      late.push({ at: now().getTime() + after, run });
    },
    s3: createMemoryS3({ now }),
    sqs,
    sfn: createMemorySfn({ now }),
    schedules: new Map<string, Readonly<Record<string, unknown>>>(),
    mails: [] as SentMail[],
    /** The names of the channels other than mail that are connected. */
    channels: [] as string[],
    /** The channel of each notice that arrived there. */
    notices: [] as string[],
    /** The importIds that reached a process. */
    received: [] as { readonly importId: string; readonly process: Pick<Process, 'ended'> }[],
    service: createTestService({
      ...service,
      reverted: (message) => void sqs.send('reverts', JSON.stringify(message)),
    }),
  };
}

export type Cloud = ReturnType<typeof createCloud>;
