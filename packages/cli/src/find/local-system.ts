import { readAddresses, type Addresses } from '@sluice/demo/addresses';
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { CliError } from '../io/cli-error.ts';
import type { Services } from '../io/services.ts';
import { commandLine } from '../io/shell.ts';
import { printable } from '@sluice/contract/words';
import type { Api, System } from './system.ts';

/** The system that runs on this machine. @throws CliError as `findAddresses` does */
export async function localSystem(services: Pick<Services, 'cwd' | 'env' | 'now'>): Promise<System> {
  const addresses = await findAddresses(services);
  const { dataAccess, s3, control, history, aws } = addresses;
  const { userPool } = addresses.console;
  const { endpoint, region, accessKeyId, secretAccessKey } = s3;
  const api = ({ baseUrl, token }: Addresses['history']): Api => ({
    baseUrl,
    headers: async () => ({ authorization: `Bearer ${token}` }),
  });
  return {
    buckets: {
      drops: s3.bucket,
      inbox: s3.inbox,
      files: s3.resultsBucket,
      client: { endpoint, region, credentials: { accessKeyId, secretAccessKey }, forcePathStyle: true },
    },
    history: api(history),
    control: () => {
      if (control !== undefined) return api(control);
      throw new CliError(
        'usage',
        'This system calls a server of somebody else, which has no control panel of ours.',
      );
    },
    serviceUrl: () => dataAccess.baseUrl,
    token: async () => dataAccess,
    caller: async () => undefined,
    // No other command needs the part that runs a system.
    consoleUrl: async () =>
      (await import('@sluice/demo/console-address')).consoleAddress(addresses, services.now()),
    userPool: () => {
      if (aws === undefined || userPool === undefined)
        throw new CliError(
          'nothingRuns',
          'An earlier version of Sluice runs here, whose local.json does not name the people of the console. Start it again with `npm start`.',
        );
      const credentials = { accessKeyId, secretAccessKey };
      return { id: userPool, client: { endpoint: aws.endpoint, region, credentials } };
    },
    ifSilent: 'Is the system running, or still starting? Start it with `npm start`.',
  };
}

/**
 * The running system: by the file that SLUICE_LOCAL names, else by `.sluice/local.json` here or in a folder above.
 * @throws CliError `nothingRuns` when there is none, `usage` when the file is not valid
 */
async function findAddresses({ cwd, env }: Pick<Services, 'cwd' | 'env'>): Promise<Addresses> {
  const named = env['SLUICE_LOCAL'];
  const isNamed = named !== undefined && named !== '';
  const places = isNamed ? [resolve(cwd, named)] : foldersUpFrom(cwd).map(localJson);
  for (const place of places) {
    if (!isNamed) await refuseStrangers(place);
    const addresses = await readAddressesIn(place);
    if (addresses !== undefined) return addresses;
  }
  throw new CliError(
    'nothingRuns',
    isNamed
      ? `Nothing runs: SLUICE_LOCAL names ${named}, and there is no such file. Start it with \`npm start\`; it writes the file when all is ready.`
      : `Nothing runs here: there is no .sluice/local.json in ${cwd} or a folder above. Start it with \`npm start\`, name its local.json in SLUICE_LOCAL, or a deployed stack with --stack.`,
  );
}

/**
 * A folder above may be everybody's, such as /tmp. Whoever wrote the file there would get the files that are dropped.
 * @throws CliError `usage` when another user owns the file
 */
async function refuseStrangers(file: string): Promise<void> {
  const facts = await stat(file).catch(() => undefined);
  // Windows has no such numbers.
  const me = process.getuid?.();
  if (facts === undefined || me === undefined || facts.uid === me) return;
  throw new CliError(
    'usage',
    `${printable(file)} belongs to another user of this computer, who would get your files. If you trust it, name it in SLUICE_LOCAL.`,
  );
}

async function readAddressesIn(file: string): Promise<Addresses | undefined> {
  try {
    return await readAddresses(file);
  } catch (error) {
    // The file has secrets: name the wrong fields, never their values.
    const where =
      error instanceof z.ZodError
        ? error.issues.map((issue) => issue.path.join('.')).join(', ')
        : 'it is not JSON';
    throw new CliError(
      'usage',
      `${file} does not describe a running system: ${where}. Expected what \`${commandLine('local')}\` writes.`,
    );
  }
}

function localJson(folder: string): string {
  return join(folder, '.sluice', 'local.json');
}

function foldersUpFrom(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersUpFrom(above)];
}
