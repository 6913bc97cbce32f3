import { join } from 'node:path';
import { S3 } from '@aws-sdk/client-s3';
import { onTestFinished } from 'vitest';
import { Authority } from '../iam/authority.ts';
import { Ports } from '../base/ports.ts';
import { startS3, type S3Server } from '../s3/s3-server.ts';
import { tempDir } from './temp-dir.ts';

export const keys = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' };

export interface S3Fixture {
  readonly s3: S3Server;
  readonly client: S3;
  readonly errors: string[];
  /** Stops the server before the end of the test. */
  stop(): Promise<void>;
}

/** A server with the versioned bucket `kept` and the unversioned bucket `plain`. */
export async function s3Fixture(folder = tempDir(), now = () => new Date()): Promise<S3Fixture> {
  const errors: string[] = [];
  const ports = new Ports(join(folder, 'ports.json'));
  const s3 = await startS3({
    dataDir: join(folder, 's3'),
    ports,
    authority: new Authority(keys),
    now,
    log: (line) => errors.push(line),
  });
  s3.declareBucket('kept', true);
  s3.declareBucket('plain', false);
  const client = clientOf(s3.endpoint);
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    client.destroy();
    return (stopped ??= s3.stop());
  };
  onTestFinished(stop);
  return { s3, client, errors, stop };
}

export function clientOf(endpoint: string, credentials = keys): S3 {
  return new S3({ region: 'us-east-1', endpoint, credentials, maxAttempts: 1 });
}
