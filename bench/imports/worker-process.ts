import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Action } from '../service/write-cases.ts';
import { workerAnswer, type WorkerAnswer } from './worker-messages.ts';

const entry = fileURLToPath(new URL('worker.ts', import.meta.url));

export interface WorkerProcess {
  readonly run: (action: Action) => Promise<WorkerAnswer>;
  readonly stop: () => Promise<void>;
}

interface Place {
  readonly endpoint: string;
  readonly table: string;
  readonly records: number;
}

export async function startWorker(place: Place): Promise<WorkerProcess> {
  const child = fork(entry, [JSON.stringify(place)]);
  const ended = once(child, 'exit');
  const answer = async (): Promise<WorkerAnswer> => {
    const dead = ended.then(() => {
      throw new Error('The worker ended without an answer; its own words stand above.');
    });
    const [message] = await Promise.race([once(child, 'message'), dead]);
    return workerAnswer.parse(message);
  };
  await answer();
  return {
    run: (action) => {
      child.send({ action });
      return answer();
    },
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
