import { parseArgs } from 'node:util';

/** A wrong option. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

export interface Options {
  /** A deployed stack; the system on this machine when absent. */
  readonly stack: string | undefined;
  readonly region: string | undefined;
  readonly awsProfile: string | undefined;
  /** Of somebody else, who may approve what the caller dropped. */
  readonly approverProfile: string | undefined;
  /** Where the report is saved as JSON. */
  readonly json: string | undefined;
  readonly share: Share;
}

/** One case of the conformance suite in so many, from this one on. */
export interface Share {
  readonly every: number;
  readonly from: number;
}

const usage = `npm run smoke -- [--stack NAME] [--region REGION] [--aws-profile PROFILE] [--approver-profile PROFILE] [--json FILE] [--every N --from N]`;

/** @throws OptionError */
export function readOptions(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Options {
  const names = ['stack', 'region', 'aws-profile', 'approver-profile', 'json', 'every', 'from'] as const;
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const { values } = parsed(argv, options);
  const stack = values['stack'] ?? env['SLUICE_STACK'];
  const { region, json, 'aws-profile': awsProfile, 'approver-profile': approverProfile } = values;
  const needsStack = region ?? awsProfile ?? approverProfile;
  if (!stack && needsStack !== undefined)
    throw new OptionError(
      `--region and the profiles say where a stack is. Expected --stack with its name. ${usage}`,
    );
  const share = shareOf(values['every'] ?? '1', values['from'] ?? '0');
  return { stack: stack === '' ? undefined : stack, region, awsProfile, approverProfile, json, share };
}

function shareOf(every: string, from: string): Share {
  const share = { every: Number(every), from: Number(from) };
  if (/^[1-9]\d*$/u.test(every) && /^\d+$/u.test(from) && share.from < share.every) return share;
  throw new OptionError(`--every ${every} --from ${from}: expected a number, and one below it. ${usage}`);
}

function parsed(argv: readonly string[], options: Readonly<Record<string, { type: 'string' }>>) {
  try {
    return parseArgs({ args: [...argv], options, strict: true });
  } catch (error) {
    throw new OptionError(`${error instanceof Error ? error.message : ''} Expected: ${usage}`);
  }
}

/** The options of a command that name the stack. */
export function placeWords({ stack, region }: Options, profile: string | undefined): string[] {
  const named = { stack, region, 'aws-profile': profile };
  return Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
}
