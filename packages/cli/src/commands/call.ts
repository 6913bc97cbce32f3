import { operationNames, type OperationName } from '@sluice/contract';
import type { Command } from '../command/command.ts';
import { unknownName } from '../io/unknown-name.ts';
import { readRequestBody, type BodySource } from '../io/request-body.ts';
import { commandLine } from '../io/shell.ts';
import { findSystem } from '../find/find-system.ts';
import { callService, type ServiceAnswer } from '../system/service-call.ts';
import type { Services } from '../io/services.ts';

const example = commandLine('call', 'getUsers', '{"limit": 5}');

type CallOptions = BodySource & { readonly operation: string };

/** Calls one operation of the interface, and returns the answer of the service unchanged. */
async function call(options: CallOptions, services: Services): Promise<ServiceAnswer> {
  const operation = operationNamed(options.operation);
  const body = await readRequestBody(options, services, example);
  const system = await findSystem(services);
  return callService({ system, operation, body, signal: services.signal });
}

function operationNamed(name: string): OperationName {
  const operation = operationNames.find((known) => known === name);
  if (operation !== undefined) return operation;
  throw unknownName(`There is no operation "${name}"`, { name, known: operationNames });
}

export const command: Command<CallOptions, ServiceAnswer> = {
  run: call,
  text: (answer) => ('file' in answer ? answer.file : JSON.stringify(answer.envelope, null, 2)),
  json: (answer) => ('file' in answer ? answer.file : answer.envelope),
  exit: (answer) => ('file' in answer || answer.envelope.ok ? 'ok' : 'refused'),
};
