import picocolors from 'picocolors';
import { Readable } from 'node:stream';
import { runCommandLine } from '../main.ts';
import type { Io } from '../io/process-io.ts';
import type { Services } from '../io/services.ts';
import { createVoice } from '../io/voice.ts';

export interface Captured {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface World {
  readonly cwd: string;
  readonly env?: Record<string, string>;
  readonly stdin?: string;
  readonly signal?: AbortSignal;
}

/** Runs a command line with captured streams, on a clock that jumps where a command would sleep. */
export async function runCaptured(argv: readonly string[], world: World): Promise<Captured> {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const voice = createVoice({ write: (line: string) => stderr.push(line) });
  const io: Io = {
    out: (data) => void stdout.push(typeof data === 'string' ? data : Buffer.from(data).toString('utf8')),
    paint: picocolors.createColors(false),
    services: testServices(world, voice),
  };
  const status = await runCommandLine(argv, io);
  return { status, stdout: stdout.join(''), stderr: stderr.join('') };
}

export function testServices(
  { cwd, env = {}, stdin = '', signal }: World,
  voice: Services['voice'],
): Services {
  let time = Date.parse('2026-03-01T08:00:00Z');
  return {
    cwd,
    env,
    userName: () => undefined,
    now: () => new Date(time),
    sleep: async (milliseconds) => {
      time += milliseconds;
    },
    stdin: Readable.from([Buffer.from(stdin)]),
    voice,
    signal: signal ?? new AbortController().signal,
  };
}
