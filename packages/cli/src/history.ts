import { z } from 'zod';
import { CliError } from './cli-error.ts';
import { runJsonSchema, runSummariesSchema } from './run-json.ts';
import { redrivenSchema, type RedrivenJson } from './redriven-json.ts';
import type { RunJson, RunSummaryJson } from './run-json.ts';
import { findRunningSystem } from './running-system.ts';
import type { Services } from './services.ts';

export interface HistoryFilter {
  /** ISO 8601. */
  readonly since?: string | undefined;
  readonly status?: string | undefined;
  /** At most this many, newest first; every one when absent. */
  readonly limit?: number | undefined;
}

export interface History {
  /** Undefined while no run with this id has begun. */
  run(runId: string): Promise<RunJson | undefined>;
  runs(filter: HistoryFilter): Promise<RunSummaryJson[]>;
  /** The run as it stands after the act. @throws CliError `refused` when the run does not take it */
  act(runId: string, name: string, body: object): Promise<RunJson>;
  /** What became of the dead letters of the flow. */
  redrive(): Promise<RedrivenJson>;
}

/** The history of the running system, which is looked up for each question: a restarted one has other ports. */
export function createHistory(services: Pick<Services, 'cwd' | 'env' | 'signal'>): History {
  return {
    run: async (runId) => {
      const answer = await ask(services, `/runs/${encodeURIComponent(runId)}`);
      return answer.status === 404 ? undefined : parsed(runJsonSchema, answer);
    },
    runs: async (filter) => {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(filter))
        if (value !== undefined) query.set(name, String(value));
      return parsed(runSummariesSchema, await ask(services, `/runs?${query.toString()}`));
    },
    act: async (runId, name, body) => {
      const answer = await ask(services, `/runs/${encodeURIComponent(runId)}/${name}`, body);
      const refused = refusalSchema.safeParse(jsonOrText(answer.text));
      if (answer.status < 500 && refused.success) throw new CliError('refused', refused.data.error.message);
      return parsed(runJsonSchema, answer);
    },
    redrive: async () => parsed(redrivenSchema, await ask(services, '/redrive', {})),
  };
}

const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

interface HistoryAnswer {
  readonly status: number;
  readonly text: string;
}

async function ask(
  services: Pick<Services, 'cwd' | 'env' | 'signal'>,
  path: string,
  body?: object,
): Promise<HistoryAnswer> {
  const { baseUrl, token } = (await findRunningSystem(services)).history;
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.any([services.signal, AbortSignal.timeout(30_000)]),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (services.signal.aborted) throw new CliError('interrupted', 'Interrupted.', { cause: error });
    throw new CliError(
      'nothingRuns',
      `The import history does not answer at ${baseUrl}: the system was stopped or is starting. Start it with \`npm start\`.`,
      { cause: error },
    );
  }
}

function parsed<T>(schema: z.ZodType<T>, { status, text }: HistoryAnswer): T {
  if (status !== 200) {
    // A server's own trouble may pass, as no answer may.
    const exit = status >= 500 ? 'nothingRuns' : 'failed';
    throw new CliError(exit, `The import history answered HTTP ${status}: ${text.slice(0, 300)}`);
  }
  const result = schema.safeParse(jsonOrText(text));
  if (result.success) return result.data;
  const where = result.error.issues
    .map((issue) => issue.path.join('.'))
    .slice(0, 5)
    .join(', ');
  throw new CliError(
    'failed',
    `The import history answered something else than expected, at: ${where}. Is it of another version?`,
  );
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
