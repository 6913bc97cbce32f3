import { onStack } from '@sluice/ledger/on-stack';
import * as z from 'zod';
import { CliError } from '../io/cli-error.ts';
import type { Invocation } from '../commands/index.ts';
import type { Io } from '../io/process-io.ts';
import { calledAs } from '../io/program-name.ts';
import type { Services, Voice } from '../io/services.ts';
import { quoted } from '../io/shell.ts';

/** Where the command works, by the options of every command. Each is also a variable of the environment. */
export const placeSchema = z.object({
  stack: z.string().min(1).optional(),
  region: z.string().min(1).optional(),
  awsProfile: z.string().min(1).optional(),
});
export type Place = z.infer<typeof placeSchema>;

/** They start or need no system. */
const withoutSystem: readonly Invocation['command'][] = ['local', 'read', 'completion'];

/**
 * The environment in which the options win.
 * @throws CliError `usage` when an option would have no effect
 */
export function environmentOf(
  { stack, region, awsProfile }: Place,
  { command, options }: Invocation,
  env: Services['env'],
): Services['env'] {
  if (stack !== undefined && withoutSystem.includes(command))
    throw new CliError('usage', `--stack: \`${command}\` works on this machine only. Expected it without.`);
  const merged: Services['env'] = {
    ...env,
    ...(stack && { SLUICE_STACK: stack }),
    ...(region && { AWS_REGION: region }),
    ...(awsProfile && { AWS_PROFILE: awsProfile }),
  };
  const hasUrl = 'url' in options && options.url !== undefined;
  const isOnAws = Boolean(merged['SLUICE_STACK'] || merged['SLUICE_CONTROL_URL'] || hasUrl);
  if (!isOnAws && (region ?? awsProfile) !== undefined)
    throw new CliError(
      'usage',
      '--region and --aws-profile name where a stack is. Expected --stack with its name, such as BulkImportStack.',
    );
  return merged;
}

/** The commands whose text is data, which is printed as it is. */
export const printsData: readonly Invocation['command'][] = [
  'audit-export',
  'audit-panel-export',
  'call',
  'completion',
  'control',
  'read',
];

interface Naming {
  readonly place?: Place | undefined;
  /** Whether what it prints is data, which stays as it is. */
  readonly isData?: boolean;
}

/** Prints so that a command in a message works where this one did, and calls the program as the person did. */
export function namingCommands(io: Io, { place = {}, isData = false }: Naming): Io {
  const { stack, region, awsProfile } = place;
  const given = Object.entries({ stack, region, 'aws-profile': awsProfile }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${quoted(value)}`],
  );
  const named = (text: string) => calledAs(io.program, onStack(text, given.join(' ')));
  const { voice } = io.services;
  return {
    ...io,
    out: (data) => io.out(typeof data === 'string' && !isData ? named(data) : data),
    services: { ...io.services, voice: { ...voice, ...namingVoice(voice, named) } },
  };
}

const namingVoice = (
  voice: Pick<Voice, 'say' | 'fail'>,
  named: (text: string) => string,
): Pick<Voice, 'say' | 'fail'> => ({
  say: (line) => voice.say(named(line)),
  fail: ({ message, help, ...failure }) =>
    voice.fail({ ...failure, message: named(message), ...(help !== undefined && { help: named(help) }) }),
});
