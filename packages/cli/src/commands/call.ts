import { text } from 'node:stream/consumers';
import { operationNames } from '@sluice/contract';
import type { OperationName } from '@sluice/contract';
import type { Command } from '../command.ts';
import { CliError } from '../cli-error.ts';
import { findRunningSystem } from '../running-system.ts';
import { callService } from '../service-call.ts';
import type { ServiceAnswer } from '../service-call.ts';
import type { Services } from '../services.ts';

export interface CallOptions {
  readonly operation: string;
  /** The body as JSON text; `-` reads it from stdin; an empty object when absent. */
  readonly json?: string | undefined;
}

/** One operation of the interface; the answer as the service gave it. */
export async function call(options: CallOptions, services: Services): Promise<ServiceAnswer> {
  const { json } = options;
  const operation = operationNamed(options.operation);
  const body = parseBody(json === '-' ? await text(services.stdin) : (json ?? '{}'));
  const { dataAccess } = await findRunningSystem(services);
  return callService({ ...dataAccess, operation, body, signal: services.signal });
}

function operationNamed(name: string): OperationName {
  const operation = operationNames.find((known) => known === name);
  if (operation !== undefined) return operation;
  throw new CliError(
    'usage',
    `There is no operation "${name}". Expected one of: ${operationNames.join(', ')}.`,
  );
}

function parseBody(json: string): Record<string, unknown> {
  const body = parseJson(json);
  if (isObject(body)) return body;
  throw new CliError(
    'usage',
    `The body is not a JSON object. Expected, for example: sluice call getUsers '{"limit": 5}'`,
  );
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    // The parser's message quotes the text, which may hold a secret: only the place is told.
    const [place = ''] = /at position \d+/.exec(String(error)) ?? [];
    const where = place === '' ? '' : ` (${place})`;
    throw new CliError(
      'usage',
      `The body is not JSON${where}. Expected, for example: sluice call getUsers '{"limit": 5}'`,
    );
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const command: Command<CallOptions, ServiceAnswer> = {
  run: call,
  text: (answer) => ('file' in answer ? answer.file : JSON.stringify(answer.envelope, null, 2)),
  json: (answer) => ('file' in answer ? answer.file : answer.envelope),
  exit: (answer) => ('file' in answer || answer.envelope.ok ? 'ok' : 'refused'),
};
