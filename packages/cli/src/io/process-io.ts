import { once } from 'node:events';
import { userInfo } from 'node:os';
import { setTimeout as sleepFor } from 'node:timers/promises';
import picocolors from 'picocolors';
import { CliError, messageOf } from './cli-error.ts';
import { exitCodes, type Exit } from './exit-codes.ts';
import { forTerminal, widthOf, type Paint } from './columns.ts';
import { programNameOf, type ProgramName } from './program-name.ts';
import type { Services } from './services.ts';
import { createVoice } from './voice.ts';

export type Format = 'text' | 'json';

/** Where a command writes its data, and what it may use. */
export interface Io {
  /** Resolves when the reader is ready for more. */
  readonly out: (data: string | Uint8Array) => void | Promise<void>;
  readonly paint: Paint;
  /** How many characters a line of the terminal has; infinite where there is none. */
  readonly width: number;
  /** How commands in messages call the program. */
  readonly program: ProgramName;
  readonly services: Services;
}

/** In milliseconds: how long stopping may take, and how long an open handle may keep a finished process alive. */
const patience = { toStop: 20_000, toEnd: 3_000 };

/** The streams, signals, clock and colours of this process. */
export function processIo(): Io {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stop.abort();
      setTimeout(() => process.exit(exitCodes.failed.status), patience.toStop).unref();
    });
  }
  // The reader of a stream may stop early, as `head` does.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      process.exit(exitCodes[error.code === 'EPIPE' ? 'ok' : 'failed'].status);
    });
  return {
    out: async (data) => {
      const shown = process.stdout.isTTY && typeof data === 'string' ? forTerminal(data) : data;
      if (!process.stdout.write(shown)) await once(process.stdout, 'drain');
    },
    width: widthOf(process.stdout),
    program: programNameOf(process.argv[1], process.env),
    // picocolors reads NO_COLOR and --no-color itself, but by itself would colour a pipe where CI is set.
    paint: picocolors.createColors(Boolean(process.stdout.isTTY) && picocolors.isColorSupported),
    services: {
      cwd: process.cwd(),
      env: process.env,
      userName,
      now: () => new Date(),
      sleep: sleepUnless(stop.signal),
      stdin: process.stdin,
      voice: createVoice(process.stderr),
      signal: stop.signal,
    },
  };
}

/** In a container the user may be a bare number. */
function userName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

export function sleepUnless(signal: AbortSignal): Services['sleep'] {
  return (milliseconds) => sleepFor(milliseconds, undefined, { signal }).catch(() => undefined);
}

interface Reporting {
  /** The command that shows the right use. */
  readonly help?: string;
  readonly format?: Format;
}

/** Writes what went wrong to stderr. @returns how the process ends */
export function reportFailure(
  error: unknown,
  { voice, signal, env }: Pick<Services, 'voice' | 'signal' | 'env'>,
  { help = 'npx sluice --help', format = 'text' }: Reporting = {},
): Exit {
  const message = messageOf(error);
  const code = signal.aborted ? 'interrupted' : error instanceof CliError ? error.exit : 'failed';
  const isMisused = code === 'usage';
  if (format === 'text') voice.say(`sluice: ${message}`);
  if (env['SLUICE_DEBUG'] !== undefined && error instanceof Error) voice.say(error.stack ?? '');
  if (format === 'json')
    voice.fail({ code, exitCode: exitCodes[code].status, message, ...(isMisused && { help }) });
  else if (isMisused) voice.say(`See: ${help}`);
  return code;
}

export function endProcess(status: number): void {
  process.exitCode = status;
  setTimeout(() => process.exit(), patience.toEnd).unref();
}
