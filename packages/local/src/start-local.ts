import { join } from 'node:path';
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { createClient } from '@sluice/client';
import type { Addresses } from './address-file/address-file.ts';
import { overviewPage } from './address-file/overview-page.ts';
import { removeFile, writeJson } from './files.ts';
import { LocalError } from './local-error.ts';
import { clientConfig } from './machine/credentials.ts';
import { describeWithoutEffect } from './machine/resource-kinds.ts';
import { startMachine } from './machine/start-machine.ts';
import type { RunningMachine } from './machine/start-machine.ts';
import { createControlClient } from './seed/control-client.ts';
import { openSeedNotes } from './seed/seed-notes.ts';
import { seed } from './seed/seed.ts';
import type { Seeded } from './seed/seed.ts';
import { sluiceOutputs } from './seed/sluice-outputs.ts';
import type { SluiceOutputs } from './seed/sluice-outputs.ts';
import { refuseOldNode } from './refuse-old-node.ts';
import { region } from './templates/pseudo-parameters.ts';

export interface LocalOptions {
  /** What `cdk synth` wrote. */
  readonly cdkOut: string;
  /** Where everything that survives a restart is kept. */
  readonly dataDir: string;
  /** Of the service's API; the other APIs take the ports after it. Free ones when absent. */
  readonly port?: number;
  /** Forget all that was kept. */
  readonly fresh?: boolean;
  /** How many times faster the waits of state machines and of redeliveries pass: 5 by default. */
  readonly speed?: number;
  readonly now?: () => Date;
  readonly log: (line: string) => void;
}

export interface Running {
  readonly addresses: Addresses;
  /** Stops every process that was started, and removes `local.json`. */
  stop(): Promise<void>;
}

/**
 * Runs both stacks of Sluice on this machine, fills the demo site once per data folder, and writes `local.json` when
 * all is ready. Throws `LocalError`; then nothing is left running.
 */
export async function startLocal(options: LocalOptions): Promise<Running> {
  refuseOldNode();
  const file = join(options.dataDir, 'local.json');
  const running = await startMachine(options);
  const stop = async (): Promise<void> => {
    removeFile(file);
    await running.stop();
  };
  try {
    // One that a killed system left behind tells of addresses that may not be ours.
    removeFile(file);
    options.log(describeWithoutEffect(running.resources));
    const outputs = sluiceOutputs(running.outputs);
    const seeded = await seedOnce(running, outputs, join(options.dataDir, 'seed.json'));
    await checkToken(outputs, seeded);
    const addresses = addressesOf(running, outputs, seeded);
    const page = overviewPage(addresses);
    running.machine.front.rest('/console', async (_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
    });
    writeJson(file, addresses);
    return { addresses, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function seedOnce(running: RunningMachine, outputs: SluiceOutputs, file: string): Promise<Seeded> {
  const { machine, credentials } = running;
  const secrets = new SecretsManagerClient({
    ...clientConfig(credentials),
    endpoint: machine.front.endpoint,
  });
  try {
    return await seed({
      notes: openSeedNotes(file),
      control: createControlClient(outputs.ControlUrl, credentials.bearerToken),
      serviceUrl: outputs.ServiceUrl,
      giveToFlow: async (token) => {
        // The control path takes the token of this machine from the flow, too, as it takes a signature on AWS.
        const SecretString = JSON.stringify({ ...token, controlToken: credentials.bearerToken });
        await secrets.send(new PutSecretValueCommand({ SecretId: outputs.ServiceSecretArn, SecretString }));
      },
    });
  } finally {
    secrets.destroy();
  }
}

/** Once through everything, before anybody is told that it is there. */
async function checkToken({ ServiceUrl }: SluiceOutputs, { user }: Seeded): Promise<void> {
  const answer = await createClient({ baseUrl: ServiceUrl, ...user }).call('checkCredentials', {});
  if (answer.kind === 'ok') return;
  const why = answer.kind === 'refused' ? answer.message : answer.detail;
  throw new LocalError(
    'seed_failed',
    `The service does not take the token of the demo site: ${why} If the templates have changed since the data folder was made, start with --fresh.`,
  );
}

function addressesOf(
  { machine, credentials }: RunningMachine,
  outputs: SluiceOutputs,
  seeded: Seeded,
): Addresses {
  const { user, readOnly, otherSite, listId, listName, templateId } = seeded;
  const { accessKeyId, secretAccessKey, bearerToken: token } = credentials;
  const buckets = { bucket: outputs.DropBucket, inbox: 'inbox/', resultsBucket: outputs.FilesBucket };
  return {
    dataAccess: { baseUrl: outputs.ServiceUrl, ...user, readOnly, otherSite, listId, listName, templateId },
    s3: { endpoint: machine.s3.endpoint, region, accessKeyId, secretAccessKey, ...buckets },
    mail: { url: machine.mail.endpoint },
    console: { url: `${machine.front.endpoint}/console` },
    control: { baseUrl: outputs.ControlUrl, token },
    history: { baseUrl: outputs.HistoryUrl, token },
    pid: process.pid,
  };
}
