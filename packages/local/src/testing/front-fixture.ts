import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startFront, type Front } from '../aws-json/front.ts';
import { Authority } from '../iam/authority.ts';
import { Ports } from '../base/ports.ts';
import { keys } from './s3-fixture.ts';
import { tempDir } from './temp-dir.ts';

export const aws = { region: 'us-east-1', credentials: keys, maxAttempts: 1 };

/** A client of the operations that `serve` adds to a server. Both end with the test. */
export async function frontClient<Client extends { destroy(): void }>(
  Client: new (config: typeof aws & { endpoint: string }) => Client,
  serve: (front: Front) => void,
): Promise<Client> {
  const front = await startFront({
    ports: new Ports(join(tempDir(), 'ports.json')),
    authority: new Authority(keys),
  });
  serve(front);
  const client = new Client({ ...aws, endpoint: front.endpoint });
  onTestFinished(async () => {
    client.destroy();
    await front.stop();
  });
  return client;
}
