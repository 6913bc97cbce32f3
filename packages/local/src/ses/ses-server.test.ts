import { join } from 'node:path';
import { SESv2 } from '@aws-sdk/client-sesv2';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Ports } from '../base/ports.ts';
import { keys } from '../testing/s3-fixture.ts';
import { tempDir } from '../testing/temp-dir.ts';
import { startSes } from './ses-server.ts';

test('a mail that was sent is in the store, also after a restart', async () => {
  const folder = tempDir();
  const accessLog = join(folder, 'iam.jsonl');
  const ports = new Ports(join(folder, 'ports.json'));
  const before = await startSes({ dataDir: join(folder, 'ses'), ports, keys, accessLog, secret: 'secret' });
  const sent: unknown[] = [];
  before.onSent((mail) => sent.push(mail));
  const client = new SESv2({ region: 'us-east-1', endpoint: before.endpoint, credentials: keys });
  const Simple = { Subject: { Data: '10 of 10 rows landed' }, Body: { Text: { Data: 'All is well — ✓' } } };
  await client.sendEmail({
    FromEmailAddress: 'sluice@example.com',
    Destination: { ToAddresses: ['ops@example.com'] },
    Content: { Simple },
  });
  client.destroy();
  await vi.waitFor(() =>
    expect(sent).toMatchObject([
      { messageId: expect.any(String), request: { FromEmailAddress: 'sluice@example.com' } },
    ]),
  );
  await before.stop();

  const after = await startSes({ dataDir: join(folder, 'ses'), ports, keys, accessLog, secret: 'secret' });
  onTestFinished(() => after.stop());
  const store = await (await fetch(`${after.inboxUrl}/store`)).json();
  expect(store).toMatchObject({
    emails: [
      {
        subject: '10 of 10 rows landed',
        destination: { to: ['ops@example.com'] },
        body: { text: 'All is well — ✓' },
      },
    ],
  });
  expect(await (await fetch(after.inboxUrl)).text()).toContain('<html');
});
