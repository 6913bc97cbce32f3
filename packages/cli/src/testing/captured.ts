import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import picocolors from 'picocolors';
import { afterEach, beforeEach, expect } from 'vitest';
import { runCommandLine } from '../program/main.ts';
import { sleepUnless, type Io } from '../io/process-io.ts';
import type { Services } from '../io/services.ts';
import { createVoice } from '../io/voice.ts';

export interface Captured {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a command must end with: its exit code (0 when absent), and what its streams contain. */
export interface Ending {
  readonly status?: number;
  readonly stdout?: Words | undefined;
  readonly stderr?: Words | undefined;
}
type Words = string | RegExp | readonly (string | RegExp)[];

export interface Surroundings {
  readonly cwd: string;
  readonly env?: Services['env'];
  readonly stdin?: string;
  readonly signal?: AbortSignal;
  /** Of the terminal; without one when absent. */
  readonly width?: number;
  /** Waits as a command does for a person; otherwise the clock jumps where it would sleep. */
  readonly waits?: boolean;
}

export interface TestFolder {
  cwd: string;
  write(name: string, content: string | Uint8Array | object): Promise<void>;
  read(name: string): Promise<string>;
  /** Runs a command line in the folder; a text is split at its spaces. */
  sluice(argv: string | readonly string[], more?: Partial<Surroundings>): Promise<Captured>;
  /** Runs a command line and checks how it ends. */
  ends(argv: string | readonly string[], ending: Ending, more?: Partial<Surroundings>): Promise<Captured>;
}

/** A folder for each test of a file. */
export function testFolder(): TestFolder {
  const folder: TestFolder = {
    cwd: '',
    write: (name, content) => {
      const isText = typeof content === 'string' || content instanceof Uint8Array;
      return writeFile(join(folder.cwd, name), isText ? content : JSON.stringify(content));
    },
    read: (name) => readFile(join(folder.cwd, name), 'utf8'),
    sluice: (argv, more) =>
      runCaptured(typeof argv === 'string' ? argv.split(' ') : argv, { cwd: folder.cwd, ...more }),
    ends: async (argv, { status = 0, ...streams }, more) => {
      const captured = await folder.sluice(argv, more);
      expect(captured.status, captured.stderr).toBe(status);
      for (const name of ['stdout', 'stderr'] as const)
        for (const words of [streams[name] ?? []].flat()) expect(captured[name]).toMatch(words);
      return captured;
    },
  };
  beforeEach(async () => {
    folder.cwd = await mkdtemp(join(tmpdir(), 'sluice-cli-'));
  });
  afterEach(() => rm(folder.cwd, { recursive: true, force: true }));
  return folder;
}

/** Runs a command line with captured streams. */
export async function runCaptured(
  argv: readonly string[],
  { width = Number.POSITIVE_INFINITY, ...surroundings }: Surroundings,
): Promise<Captured> {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const voice = createVoice({ write: (line: string) => stderr.push(line) });
  const io: Io = {
    out: (data) => void stdout.push(typeof data === 'string' ? data : Buffer.from(data).toString('utf8')),
    paint: picocolors.createColors(false),
    width,
    program: 'npx sluice',
    services: testServices(surroundings, voice),
  };
  const status = await runCommandLine(argv, io);
  return { status, stdout: stdout.join(''), stderr: stderr.join('') };
}

export function testServices(
  { cwd, env = {}, stdin = '', signal = new AbortController().signal, waits = false }: Surroundings,
  voice: Services['voice'],
): Services {
  let time = Date.parse('2026-03-01T08:00:00Z');
  return {
    cwd,
    env,
    userName: () => undefined,
    now: () => (waits ? new Date() : new Date(time)),
    sleep: waits
      ? sleepUnless(signal)
      : async (milliseconds) => {
          time += milliseconds;
        },
    stdin: Readable.from([Buffer.from(stdin)]),
    voice,
    signal,
  };
}
