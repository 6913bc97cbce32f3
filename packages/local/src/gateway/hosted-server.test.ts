import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSes } from '../ses/ses-server.ts';
import { startSqs } from '../sqs/sqs-server.ts';
import { keys } from '../testing/s3-fixture.ts';
import { tempDir } from '../testing/temp-dir.ts';
import { Ports } from '../base/ports.ts';

/** Ports of which the first free one is taken by another process before it is used. */
async function raced() {
  const ports = new Ports(join(tempDir(), 'ports.json'));
  const other = createServer();
  onTestFinished(() => void other.close());
  const taken = await ports.listen('other', other);
  const offered = [taken];
  return Object.assign(ports, {
    free: async () => offered.pop() ?? (await new Ports(join(tempDir(), 'p')).free('x')),
  });
}

test.each([
  [
    'queues',
    async () =>
      startSqs({
        dataDir: tempDir(),
        ports: await raced(),
        aws: { region: 'us-east-1', credentials: keys },
        accessLog: join(tempDir(), 'log'),
      }),
  ],
  [
    'mails',
    async () =>
      startSes({
        dataDir: tempDir(),
        ports: await raced(),
        keys,
        accessLog: join(tempDir(), 'log'),
        secret: 's',
      }),
  ],
])('a server of %s whose port was taken meanwhile gets another one', async (_, start) => {
  const server = await start();
  onTestFinished(() => server.stop());
  const { status } = await fetch(server.endpoint);
  expect(status).toBe(403);
});
