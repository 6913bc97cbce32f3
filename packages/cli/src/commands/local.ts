import { startSystem } from '@sluice/demo';
import type { Addresses } from '@sluice/demo/addresses';
import { consoleAddress } from '@sluice/demo/console-address';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as z from 'zod';
import { CliError } from '../io/cli-error.ts';
import type { Command } from '../command/command.ts';
import { printable } from '@sluice/contract/words';
import { inColumns, type Lines } from '../io/columns.ts';
import type { Services } from '../io/services.ts';
import { commandLine } from '../io/shell.ts';
import { optionsOf } from '../files/inbox-key.ts';
import type { localSchema } from './options.ts';

type LocalOptions = z.infer<typeof localSchema>;

interface Started {
  readonly running: { readonly addresses: Addresses; stop(): Promise<void> };
  /** The file with all addresses, secrets included. */
  readonly localJson: string;
  /** How long the start took, without the synthesis. */
  readonly milliseconds: number;
  /** With a key, which is good once. */
  readonly consoleUrl: string;
}

/** The folder of `cdk.json`. */
const repository = resolve(fileURLToPath(new URL('../../../..', import.meta.url)));

/** Starts the whole system on this machine, from the synthesized stacks. */
export async function local(options: LocalOptions, services: Services): Promise<Started> {
  const { voice, cwd, now } = services;
  const dataDir = resolve(cwd, options.data ?? '.sluice');
  await checkDataDir(dataDir);
  const log = (line: string): void => voice.say(line);
  let begun = 0;
  const onSynthesized = (): void => void (begun = now().getTime());
  const { data: _data, concurrency: concurrentExecutions, ...rest } = options;
  const { SLUICE_SERVICE_KEY: apiKey, SLUICE_SERVICE_SECRET: apiSecret } = services.env;
  const serviceToken = apiKey && apiSecret ? { apiKey, apiSecret } : undefined;
  const system = {
    root: repository,
    dataDir,
    concurrentExecutions,
    ...rest,
    serviceToken,
    log,
    onSynthesized,
  };
  const running = await startSystem(system);
  return {
    running,
    localJson: join(dataDir, 'local.json'),
    milliseconds: now().getTime() - begun,
    consoleUrl: consoleAddress(running.addresses, now()),
  };
}
async function checkDataDir(dataDir: string): Promise<void> {
  const facts = await stat(dataDir).catch(() => undefined);
  if (facts === undefined || facts.isDirectory()) return;
  throw new CliError(
    'usage',
    `--data ${printable(dataDir)}: this is a file. Expected a folder, there or not.`,
  );
}

/** The addresses, without the tokens in the file. */
export function addressesOf({
  running: { addresses },
  localJson,
  consoleUrl,
}: Started): Record<string, string> {
  return {
    service: addresses.dataAccess.baseUrl,
    inbox: `s3://${addresses.s3.bucket}/${addresses.s3.inbox}`,
    results: `s3://${addresses.s3.resultsBucket}/`,
    s3: addresses.s3.endpoint,
    mail: addresses.mail.url,
    console: consoleUrl,
    ...(addresses.control && { control: addresses.control.baseUrl }),
    history: addresses.history.baseUrl,
    localJson,
  };
}

/** What is at each address. */
const about: Readonly<Record<string, string>> = {
  service: 'the records, over HTTP',
  inbox: 'where sheets are dropped',
  results: 'result sheets, plans and reports',
  s3: 'both buckets, over HTTP',
  mail: 'every mail that was sent',
  console: 'the console; this address opens once, `npx sluice console` prints another',
  control: 'the control panel',
  history: 'the import history',
  localJson: 'all addresses, with their tokens',
};

export function localText(started: Started): Lines {
  return [
    ...inColumns(
      Object.entries(addressesOf(started)).map(([name, address]) => [name, address, about[name] ?? '']),
    ),
    '',
    `Drop a sheet with: ${commandLine('drop', 'FILE', ...optionsOf({ schema: 'client', lookup: 'email' }))}`,
    'Stop with Ctrl-C.',
  ];
}

export const command: Command<LocalOptions, Started> = {
  run: local,
  text: localText,
  json: addressesOf,
  stay: async ({ running }, { signal, voice }) => {
    if (!signal.aborted) await once(signal, 'abort');
    voice.say('Stopping …');
    await running.stop();
  },
};
