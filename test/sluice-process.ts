import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ours = fileURLToPath(new URL('..', import.meta.url));

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface SluiceProcess {
  /** Resolves when stdout or stderr holds the words. Rejects when the process ends before. */
  said(words: string): Promise<void>;
  interrupt(): void;
  /** `kill -9`. */
  kill(): void;
  readonly ended: Promise<Ended>;
}

/** Where a command is started, and the checkout that it comes from: this one, if none is named. */
export interface Place {
  readonly cwd: string;
  readonly root?: string;
}

/** Starts `sluice` or `sluice-demo` as a person does, in a folder. */
export function startSluice(
  name: 'sluice' | 'sluice-demo',
  argv: readonly string[],
  { cwd, root = ours }: Place,
): SluiceProcess {
  const child = spawn(process.execPath, [join(root, 'packages/cli/bin', `${name}.js`), ...argv], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  const spoke = new EventEmitter().setMaxListeners(0);
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].on('data', (chunk: Buffer) => {
      output[stream] += chunk.toString('utf8');
      spoke.emit('words');
    });
  }
  const ended = once(child, 'close').then(() => ({ status: child.exitCode, ...output }));
  const dies = ended.then(({ stderr }) => Promise.reject(new Error(`It ended before: ${stderr}`)));
  // Whoever waits for words sees the rejection; nobody needs to.
  dies.catch(() => undefined);
  const heard = async (words: string): Promise<void> => {
    while (!`${output.stdout}${output.stderr}`.includes(words)) await once(spoke, 'words');
  };
  return {
    said: (words) => Promise.race([heard(words), dies]),
    interrupt: () => void child.kill('SIGINT'),
    kill: () => void child.kill('SIGKILL'),
    ended,
  };
}
