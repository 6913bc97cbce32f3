import { setTimeout as sleep } from 'node:timers/promises';
import { ExecutionAbortedError, ExecutionTimeoutError, StateMachine } from 'aws-local-stepfunctions';
import * as z from 'zod';
import { AwsError } from '../aws-json/front.ts';
import type { PreparedDefinition, TaskOf } from './definition.ts';

/** The limits of Step Functions. */
const maxStateBytes = 262_144;
const maxEvents = 25_000;

export interface ExecutionServices {
  readonly speed: number;
  readonly now: () => Date;
  invoke(functionName: string, event: string): Promise<{ ok: boolean; payload: string }>;
}

export type Ending =
  | { readonly status: 'SUCCEEDED'; readonly output: string }
  | { readonly status: 'FAILED' | 'TIMED_OUT' | 'ABORTED'; readonly error: string; readonly cause: string };

export interface Running {
  readonly ending: Promise<Ending>;
  abort(): void;
}

/** The name of the error is what `Retry` and `Catch` match. */
class TaskError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

type RunInput = Parameters<StateMachine['run']>[0];
const jsonSchema: z.ZodType<RunInput> = z.json();
const failureSchema = z.object({ errorType: z.string().default('Error') }).catch({ errorType: 'Error' });
const definitionSchema = z.custom<ConstructorParameters<typeof StateMachine>[0]>(
  (value) => typeof value === 'object',
);

export interface ExecutionOptions {
  readonly prepared: PreparedDefinition;
  readonly input: string;
  readonly context: {
    readonly Execution: { Id: string; Name: string };
    readonly StateMachine: { Id: string; Name: string };
  };
  readonly services: ExecutionServices;
}

export function runExecution({ prepared, input, context, services }: ExecutionOptions): Running {
  const stopping = new AbortController();
  const handlers = Object.fromEntries(
    [...prepared.tasks].map(([state, task]) => [
      state,
      (value: unknown) => perform(task, value, { services, signal: stopping.signal }),
    ]),
  );
  const machine = new StateMachine(definitionSchema.parse(prepared.definition), {
    validationOptions: { noValidate: true },
  });
  const run = machine.run(jsonSchema.parse(JSON.parse(input)), {
    overrides: { taskResourceLocalHandlers: handlers },
    context,
  });
  const abort = (): void => {
    run.abort();
    stopping.abort();
  };
  let tooLong = false;
  void countEvents(run.eventLogs, () => {
    tooLong = true;
    abort();
  });
  const ending = run.result.then(succeeded, (error: unknown) => (tooLong ? historyFull() : failed(error)));
  return { ending, abort };
}

interface Surroundings {
  readonly services: ExecutionServices;
  readonly signal: AbortSignal;
}

async function perform(task: TaskOf, input: unknown, { services, signal }: Surroundings): Promise<RunInput> {
  const json = bounded(JSON.stringify(input));
  if (task.kind === 'wait') {
    const seconds = task.seconds(input);
    if (!(seconds >= 0)) throw new TaskError('States.Runtime', 'The wait is not a number of seconds from 0.');
    await sleep((seconds * 1000) / services.speed, undefined, { signal });
    return jsonSchema.parse(input);
  }
  const { ok, payload } = await services.invoke(task.functionArn, json).catch((error: unknown) => {
    throw error instanceof AwsError ? new TaskError(`Lambda.${error.code}`, error.message) : error;
  });
  if (!ok) throw new TaskError(failureSchema.parse(JSON.parse(payload)).errorType, payload);
  return jsonSchema.parse(JSON.parse(bounded(payload)));
}

function bounded(json: string): string {
  if (Buffer.byteLength(json) <= maxStateBytes) return json;
  throw new TaskError(
    'States.DataLimitExceeded',
    `A state's input or output has more than ${maxStateBytes} bytes.`,
  );
}

function succeeded(output: RunInput): Ending {
  return { status: 'SUCCEEDED', output: JSON.stringify(output) };
}

function failed(error: unknown): Ending {
  if (error instanceof ExecutionAbortedError) return { status: 'ABORTED', error: 'Aborted', cause: '' };
  if (error instanceof ExecutionTimeoutError)
    return { status: 'TIMED_OUT', error: 'States.Timeout', cause: '' };
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error) return { status: 'FAILED', error: cause.name, cause: cause.message };
  return { status: 'FAILED', error: 'States.Runtime', cause: String(cause) };
}

function historyFull(): Ending {
  return {
    status: 'FAILED',
    error: 'States.Runtime',
    cause: `The execution reached ${maxEvents} history events.`,
  };
}

/** Each state adds two events, for entry and exit. A task adds three more: scheduled, started and ended. */
async function countEvents(logs: AsyncIterable<{ type: string }>, whenFull: () => void): Promise<void> {
  let events = 0;
  try {
    for await (const { type } of logs) {
      events += type === 'StateExited' ? 4 : 1;
      if (events >= maxEvents) return whenFull();
    }
  } catch {
    // The result of the execution has the failure.
  }
}
