import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

export interface Leashed {
  /** The shell that holds the leash; the program is its child. */
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** Resolves when the program and its shell have ended. */
  readonly ended: Promise<void>;
  /** Ends the program, as `kill -9` does. */
  release(): Promise<void>;
}

/**
 * Some programs do not notice that their parent was killed. This shell does: its input is a pipe that only this process
 * holds open, and when the pipe closes, it ends the program and prints nothing.
 */
const leash =
  'exec 3<&0; "$@" </dev/null & child=$!; exec 2>/dev/null; { read -r _ <&3; kill -9 "$child"; } & guard=$!; wait "$child"; kill "$guard"';

/** Starts a program that cannot outlive this process. It has a process group of its own, so that Ctrl-C does not reach it. */
export function spawnLeashed(argv: readonly string[], options: { cwd?: string } = {}): Leashed {
  const child = spawn('/bin/sh', ['-c', leash, 'sh', ...argv], {
    ...options,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  // It may have ended by itself already.
  child.stdin.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  return {
    child,
    ended,
    release: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
