import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readAddresses, type Addresses } from '@sluice/demo/addresses';
import * as z from 'zod';
import { httpControl } from './http-control.ts';
import { httpPort } from './http-port.ts';
import type { Credentials, Given, Port } from './port.ts';
import { prepare } from './prepare.ts';

/** A wrong setting. The message names what was expected. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

export interface Target {
  readonly port: Port;
  readonly given: Given;
}

export interface Wanted {
  readonly url: string | undefined;
  /** Only cases whose rule, title or subject holds these words. */
  readonly only: string;
  readonly list: boolean;
  /** Only the cases that the interface alone demands. */
  readonly interfaceOnly: boolean;
}

export function readArgv(argv: readonly string[]): Wanted {
  const options = {
    url: { type: 'string' },
    only: { type: 'string' },
    list: { type: 'boolean' },
    interface: { type: 'boolean' },
  } as const;
  try {
    const { values } = parseArgs({ args: [...argv], options, strict: true });
    return {
      url: values.url,
      only: (values.only ?? '').toLowerCase(),
      list: values.list ?? false,
      interfaceOnly: values.interface ?? false,
    };
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : '';
    throw new SettingsError(
      `${problem} Expected: npm run conformance -- [--url URL] [--interface] [--only WORDS] [--list]`,
    );
  }
}

type Env = Readonly<Record<string, string | undefined>>;
const prefix = 'SLUICE_CONFORMANCE_';

/** A deployment by its address and tokens, or the system on this machine. */
export async function targetOf({ url }: Wanted, env: Env, cwd: string): Promise<Target> {
  const address = url ?? env[`${prefix}URL`];
  if (address === undefined) return localTarget(env['SLUICE_LOCAL'] ?? join(cwd, '.sluice', 'local.json'));
  if (!z.url({ protocol: /^https?$/ }).safeParse(address).success)
    throw new SettingsError('--url: expected the base URL of a service, such as https://api.example.com');
  return { port: httpPort(address), given: givenBy(env) };
}

/** @throws SettingsError at a server of somebody else */
function panelOf({ control }: Addresses): NonNullable<Addresses['control']> {
  if (control !== undefined) return control;
  throw new SettingsError('The system here calls a server of somebody else. Name it: --url URL.');
}

async function localTarget(file: string): Promise<Target> {
  const addresses = await readAddresses(file);
  if (addresses === undefined) {
    throw new SettingsError(
      `Nothing runs here: there is no ${file}. Start the system with npm start, or name a service: --url URL.`,
    );
  }
  const given = await prepare(httpControl(panelOf(addresses)));
  return { port: httpPort(addresses.dataAccess.baseUrl), given };
}

/** Reads the tokens from the environment, since others can see secrets on a command line. */
export function givenBy(env: Env): Given {
  const token = credentials(env, '');
  if (token === undefined)
    throw new SettingsError(`Expected a token that may write in ${prefix}KEY and ${prefix}SECRET.`);
  const limited = credentials(env, 'LIMITED_');
  const requests = z.coerce.number().int().min(1).safeParse(env[`${prefix}LIMITED_REQUESTS`]);
  if (limited && !requests.success)
    throw new SettingsError(
      `Expected in ${prefix}LIMITED_REQUESTS how many requests an hour that token has.`,
    );
  return {
    token,
    readOnly: credentials(env, 'READ_ONLY_'),
    otherSite: credentials(env, 'OTHER_SITE_'),
    expired: credentials(env, 'EXPIRED_'),
    disabled: credentials(env, 'DISABLED_'),
    ...(limited && requests.success && { limited: { ...limited, requests: requests.data } }),
    templateId: env[`${prefix}TEMPLATE_ID`],
    listId: env[`${prefix}LIST_ID`],
  };
}

function credentials(env: Env, name: string): Credentials | undefined {
  const [apiKey, apiSecret] = [env[`${prefix}${name}KEY`], env[`${prefix}${name}SECRET`]];
  if (!apiKey && !apiSecret) return undefined;
  if (apiKey && apiSecret) return { apiKey, apiSecret };
  throw new SettingsError(`Expected both of ${prefix}${name}KEY and ${prefix}${name}SECRET, or neither.`);
}
