import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findSystem } from '@sluice/cli/find-system';
import { describedStack } from '@sluice/cli/stack-outputs';
import { runCaptured } from '@sluice/cli/testing/captured';
import type { Check } from './check.ts';
import type { Buckets } from './objects.ts';
import { startOwn, type OwnSystem } from './own-system.ts';
import { placeWords, type Options } from './settings.ts';
import type { Sluice } from './smoke.ts';

/** Where the smoke works. */
export interface Place {
  readonly title: string;
  /** Why a half is not there; undefined if it is. */
  readonly missing: Readonly<Record<Check['half'], string | undefined>>;
  /** The buckets of the flow, if it is there. */
  readonly buckets: Buckets | undefined;
  readonly serviceUrl: string | undefined;
  readonly panel: readonly string[];
  /** The command line, for a folder and until a signal. */
  readonly sluice: (folder: string, signal: AbortSignal) => Sluice;
  readonly second: ((folder: string, signal: AbortSignal) => Sluice) | undefined;
  /** What was started for the smoke alone. */
  readonly own: OwnSystem | undefined;
}

type Env = Readonly<Record<string, string>>;

export async function openPlace(
  options: Options,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Place> {
  const known = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  return options.stack === undefined
    ? localPlace(known, signal)
    : stackPlace(options.stack, options, { env: known, signal });
}

const commandLine =
  (env: Env, words: readonly string[]) =>
  (cwd: string, signal: AbortSignal): Sluice =>
  (...argv) =>
    runCaptured([...argv, ...words], { cwd, env, signal, waits: true });

const now = () => new Date();

async function stackPlace(
  stack: string,
  options: Options,
  { env: given, signal }: { readonly env: Env; readonly signal: AbortSignal },
): Promise<Place> {
  const { region: asked, awsProfile, approverProfile } = options;
  const env = {
    ...given,
    SLUICE_STACK: stack,
    ...(asked && { AWS_REGION: asked }),
    ...(awsProfile && { AWS_PROFILE: awsProfile }),
  };
  const { client, region, outputs } = await describedStack(stack, { env, signal });
  client.destroy();
  const hasFlow = outputs.has('DropBucket');
  const controlUrl = outputs.get('ControlUrl');
  // Without the flow, no command finds the control panel by the stack.
  const { SLUICE_STACK: _, ...without } = env;
  const words = placeWords(options, awsProfile);
  const approver =
    hasFlow && approverProfile ? commandLine(env, placeWords(options, approverProfile)) : undefined;
  return {
    title: `${stack} in ${region}`,
    missing: {
      flow: hasFlow ? undefined : `${stack} is not a stack of the flow: it has no output DropBucket.`,
      service: controlUrl
        ? undefined
        : `${stack} has no output ControlUrl: its service has no control panel of ours. \`npm run conformance\` checks such a service, with tokens of a demo site.`,
    },
    buckets: hasFlow ? (await findSystem({ cwd: '/', env, now, signal })).buckets : undefined,
    serviceUrl: outputs.get('ServiceUrl'),
    panel: hasFlow || controlUrl === undefined ? [] : ['--url', controlUrl],
    sluice: hasFlow ? commandLine(env, words) : commandLine({ ...without, AWS_REGION: region }, []),
    second: approver,
    own: undefined,
  };
}

/** The system that runs in this folder, or one that is started for the smoke. */
async function localPlace(given: Env, signal: AbortSignal): Promise<Place> {
  const cwd = process.cwd();
  const isRunning = given['SLUICE_LOCAL'] !== undefined || (await exists(join(cwd, '.sluice', 'local.json')));
  const own = isRunning ? undefined : await startOwn();
  const localJson = join(own?.folder ?? cwd, '.sluice', 'local.json');
  // People are names on one machine.
  const env = { SLUICE_LOCAL: localJson, SLUICE_USER: 'first person of the smoke', ...given };
  const { buckets, serviceUrl } = await findSystem({ cwd, env, now, signal });
  return {
    title: own === undefined ? `the system of ${env.SLUICE_LOCAL}` : 'a system of its own on this machine',
    missing: { flow: undefined, service: undefined },
    buckets,
    serviceUrl: serviceUrl(),
    panel: [],
    sluice: commandLine(env, []),
    second: commandLine({ ...env, SLUICE_USER: 'second person of the smoke' }, []),
    own,
  };
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
