import { join } from 'node:path';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { createClient } from '@sluice/client';
import {
  clientConfig,
  region,
  startLocal,
  synthesize,
  type Running,
  type RunningMachine,
} from '@sluice/local';
import { shapeProblems } from '@sluice/contract';
import * as z from 'zod';
import type { Addresses } from '../addresses/addresses.ts';
import { createControlClient, SeedError } from '../seed/control-client.ts';
import { openSeedNotes, seed, type Seeded } from '../seed/seed.ts';
import { people } from './people.ts';

/** The outputs of the templates with the addresses of Sluice's parts. */
const outputsSchema = z.object({
  ServiceUrl: z.url(),
  /** Absent where the settings name a server of somebody else. */
  ControlUrl: z.url().optional(),
  DropBucket: z.string(),
  FilesBucket: z.string(),
  HistoryUrl: z.url(),
  ServiceSecretArn: z.string(),
  ConsoleUrl: z.url(),
  ConsoleUserPool: z.string(),
});
type SluiceOutputs = z.infer<typeof outputsSchema>;

type Token = Seeded['user'];
const tokenSchema = z.object({ apiKey: z.string().min(1), apiSecret: z.string().min(1) });

export interface SystemOptions {
  /** The repository: the folder of `cdk.json`. */
  readonly root: string;
  /** The folder of everything that survives a restart. */
  readonly dataDir: string;
  /** The port of the service's API; the other APIs take the ports after it. Free ones when absent. */
  readonly port?: number | undefined;
  /** Forget everything from earlier runs. */
  readonly fresh: boolean;
  /** Leave out the limits of AWS that make a small machine slow. */
  readonly easy: boolean;
  /** How many functions may run at once in the account. */
  readonly concurrentExecutions?: number | undefined;
  /** For a server of somebody else, whose token the data folder does not have yet. */
  readonly serviceToken?: Token | undefined;
  readonly log: (line: string) => void;
  /** Called between synthesis and start. */
  readonly onSynthesized?: () => void;
}

const seedFile = 'seed.json';

/**
 * Runs both stacks of Sluice on this machine, fills the demo site once per data folder, and writes `local.json` when
 * everything is ready.
 * @throws LocalError or SeedError, and then leaves nothing running
 */
export async function startSystem(options: SystemOptions): Promise<Running<Addresses>> {
  const { root, onSynthesized, serviceToken, ...settings } = options;
  const cdkOut = await synthesize({ root, log: options.log });
  onSynthesized?.();
  return startLocal({
    ...settings,
    cdkOut,
    alsoKept: [seedFile],
    people,
    opener: 'npx sluice console',
    afterStart: async (running) => {
      const outputs = sluiceOutputs(running.outputs);
      if (outputs.ControlUrl === undefined) return describeOther(running, outputs, serviceToken);
      return seedAndDescribe(running, join(options.dataDir, seedFile), options.log);
    },
  });
}

async function seedAndDescribe(
  running: RunningMachine,
  notes: string,
  log: SystemOptions['log'],
): Promise<Addresses> {
  const outputs = sluiceOutputs(running.outputs);
  const isPaused = running.resources.some(isAtRest);
  const seeded = await seedOnce(running, { outputs, notes, isPaused });
  if (isPaused) log('This stage is paused: no drop is read, and the service answers no operation.');
  else await checkToken(outputs, seeded);
  return addressesOf(running, outputs, seeded);
}

/** Of a paused stage: a function of the service that may not run at all. */
const isAtRest = ({ type, property }: RunningMachine['resources'][number]): boolean =>
  type === 'AWS::Lambda::Function' && property('ReservedConcurrentExecutions') === 0;

/** A server of somebody else has its own records: the flow needs its token alone. */
async function describeOther(
  running: RunningMachine,
  outputs: SluiceOutputs,
  given: Token | undefined,
): Promise<Addresses> {
  const SecretId = outputs.ServiceSecretArn;
  const secrets = secretsOf(running);
  try {
    if (given !== undefined) await secrets.putSecretValue({ SecretId, SecretString: JSON.stringify(given) });
    const { SecretString = '' } = await secrets.getSecretValue({ SecretId });
    const user = tokenSchema.parse(JSON.parse(SecretString));
    await checkToken(
      outputs,
      { user },
      'Expected its token in SLUICE_SERVICE_KEY and SLUICE_SERVICE_SECRET.',
    );
    return addressesOf(running, outputs, { user });
  } finally {
    secrets.destroy();
  }
}

const secretsOf = ({ machine, credentials }: RunningMachine): SecretsManager =>
  new SecretsManager({ ...clientConfig(credentials), endpoint: machine.front.endpoint });

interface Seeding {
  readonly outputs: SluiceOutputs;
  readonly notes: string;
  readonly isPaused: boolean;
}

async function seedOnce(running: RunningMachine, { outputs, notes, isPaused }: Seeding): Promise<Seeded> {
  const secrets = secretsOf(running);
  try {
    return await seed({
      notes: openSeedNotes(notes),
      isPaused,
      control: createControlClient(outputs.ControlUrl ?? '', running.credentials.bearerToken),
      serviceUrl: outputs.ServiceUrl,
      giveToFlow: async (token) => {
        const SecretString = JSON.stringify(token);
        await secrets.putSecretValue({ SecretId: outputs.ServiceSecretArn, SecretString });
      },
    });
  } finally {
    secrets.destroy();
  }
}

/** One call through the whole service before the addresses are written. */
async function checkToken(
  { ServiceUrl }: SluiceOutputs,
  { user }: Pick<Seeded, 'user'>,
  next = 'If the templates have changed since the data folder was made, start with --fresh.',
): Promise<void> {
  const answer = await createClient({ baseUrl: ServiceUrl, ...user }).call('checkCredentials', {});
  if (answer.kind === 'ok') return;
  const why = answer.kind === 'refused' ? answer.message : answer.detail;
  throw new SeedError(`${ServiceUrl} does not take the token of the flow: ${why} ${next}`);
}

function addressesOf(
  { machine, credentials }: RunningMachine,
  outputs: SluiceOutputs,
  { user, ...demo }: Pick<Seeded, 'user'> & Partial<Seeded>,
): Addresses {
  const { readOnly, otherSite, listId, listName, templateId } = demo;
  const { accessKeyId, secretAccessKey, bearerToken: token } = credentials;
  const buckets = { bucket: outputs.DropBucket, inbox: 'inbox/', resultsBucket: outputs.FilesBucket };
  return {
    dataAccess: { baseUrl: outputs.ServiceUrl, ...user, readOnly, otherSite, listId, listName, templateId },
    s3: { endpoint: machine.s3.endpoint, region, accessKeyId, secretAccessKey, ...buckets },
    mail: { url: machine.mail.inboxUrl },
    aws: { endpoint: machine.front.endpoint },
    console: { url: `${outputs.ConsoleUrl}/`, userPool: outputs.ConsoleUserPool },
    ...(outputs.ControlUrl !== undefined && { control: { baseUrl: outputs.ControlUrl, token } }),
    history: { baseUrl: outputs.HistoryUrl, token },
    pid: process.pid,
  };
}

/** @throws SeedError unless the templates are those of both halves of Sluice */
function sluiceOutputs(outputs: Readonly<Record<string, string>>): SluiceOutputs {
  const parsed = outputsSchema.safeParse(outputs);
  if (parsed.success) return parsed.data;
  const problems = shapeProblems({ schema: outputsSchema, json: outputs }, parsed.error.issues);
  throw new SeedError(`Outputs are missing in the templates:\n${problems.join('\n')}`);
}
