import { controlOperations } from '@sluice/data-access/control';
import type * as z from 'zod';
import type { Command } from '../command/command.ts';
import { CliError } from '../io/cli-error.ts';
import { inColumns, type Lines } from '../io/columns.ts';
import { controlHelp, inputSchemaOf, type NamedOperation } from '../views/control-help.ts';
import { findControlPanel } from '../system/control-panel.ts';
import { siteIdFor } from '../system/control-site.ts';
import { documentInput } from '../files/document-input.ts';
import { unknownName } from '../io/unknown-name.ts';
import { readRequestBody, type BodySource } from '../io/request-body.ts';
import type { EnvelopeAnswer } from '../system/service-call.ts';
import type { Services } from '../io/services.ts';
import { commandLine } from '../io/shell.ts';
import type { controlSchema } from './options.ts';

type ControlOptions = z.infer<typeof controlSchema> &
  BodySource & { readonly operation?: string | undefined };

type ControlShown =
  { readonly operations: readonly NamedOperation[] } | { readonly about: NamedOperation } | EnvelopeAnswer;

const operations: readonly NamedOperation[] = Object.entries(controlOperations).map(
  ([name, { does, input }]) => ({ name, does, input }),
);

/** Calls one operation of the control panel, lists them all, or describes the fields of one. */
async function control(options: ControlOptions, services: Services): Promise<ControlShown> {
  if (options.operation === undefined) return { operations };
  const operation = operationNamed(options.operation);
  if (options.help) return { about: operation };
  const example = commandLine('control', 'listImports', '{"limit": 5}');
  const body = {
    ...(await readRequestBody(options, services, example)),
    ...(options.file !== undefined && (await fileOf(operation, options.file, services))),
  };
  const panel = await findControlPanel(options.url, services);
  return panel.call(operation.name, await withSite(operation, body, { options, panel }));
}

function operationNamed(name: string): NamedOperation {
  const operation = operations.find((known) => known.name === name);
  if (operation !== undefined) return operation;
  const known = operations.map((one) => one.name);
  throw unknownName(`There is no control operation "${name}"`, { name, known, list: commandLine('control') });
}

function fileOf({ name }: NamedOperation, file: string, services: Services): Promise<object> {
  if (name === 'saveDocument') return documentInput(file, services);
  throw new CliError('usage', `--file: ${name} takes no document. Expected it with saveDocument only.`);
}

async function withSite(
  { input }: NamedOperation,
  body: Record<string, unknown>,
  { options: { site }, panel }: { options: ControlOptions; panel: Parameters<typeof siteIdFor>[1] },
): Promise<Record<string, unknown>> {
  const isOfSite = 'siteId' in input.shape;
  if (site !== undefined && (!isOfSite || 'siteId' in body))
    throw new CliError(
      'usage',
      isOfSite ? 'Expected --site or siteId, not both.' : '--site: this operation does not belong to a site.',
    );
  return isOfSite && !('siteId' in body) ? { siteId: await siteIdFor(site, panel), ...body } : body;
}

function controlText(shown: ControlShown): Lines | string {
  if ('operations' in shown)
    return [
      ...inColumns(shown.operations.map(({ name, does }) => [name, does])),
      '',
      `The fields of one: ${commandLine('control', 'OPERATION', '--help')}`,
    ];
  return 'about' in shown ? controlHelp(shown.about) : JSON.stringify(shown.envelope, null, 2);
}

function controlJson(shown: ControlShown): unknown {
  if ('operations' in shown) return shown.operations.map(({ name, does }) => ({ operation: name, does }));
  if (!('about' in shown)) return shown.envelope;
  const { name, does } = shown.about;
  return { operation: name, does, input: inputSchemaOf(shown.about) };
}

export const command: Command<ControlOptions, ControlShown> = {
  run: control,
  text: controlText,
  json: controlJson,
  exit: (shown) => ('envelope' in shown && !shown.envelope.ok ? 'refused' : 'ok'),
};
