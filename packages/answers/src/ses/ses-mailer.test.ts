import { SESv2Client } from '@aws-sdk/client-sesv2';
import type ses from 'aws-ses-v2-local';
import { createRequire } from 'node:module';
import type { Server } from 'node:http';
import { createServer } from 'node:net';
import { listening } from '@sluice/local/testing/http-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createSesMailer } from './index.ts';

// Node and vitest differ in what `import` makes of its default export.
const mailServer: typeof ses = createRequire(import.meta.url)('aws-ses-v2-local');

const mail = { subject: 'Müller.csv: all rows are in', text: 'Żółć\n', html: '<p>Żółć</p>', brief: 'Żółć\n' };
const stored = z.object({
  emails: z.array(
    z.object({
      subject: z.string(),
      from: z.string(),
      destination: z.object({ to: z.array(z.string()) }),
      body: z.object({ text: z.string(), html: z.string() }),
      attachments: z.array(z.object({ filename: z.string(), contentType: z.string(), content: z.string() })),
    }),
  ),
});

let port: number;
let running: Server;
let client: SESv2Client;

beforeAll(async () => {
  port = await freePort();
  running = await mailServer.default({ host: '127.0.0.1', port });
});
afterAll(() => {
  running.closeAllConnections();
  running.close();
});
beforeEach(async () => {
  await fetch(`http://127.0.0.1:${port}/clear-store`, { method: 'POST' });
  client = new SESv2Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
});

const mailer = () => createSesMailer({ client, from: 'sluice@example.com' });

async function sent() {
  const answer = await fetch(`http://127.0.0.1:${port}/store`);
  return stored.parse(await answer.json()).emails;
}

function failWith(name: string): void {
  client.middlewareStack.add(
    () => async () => {
      throw Object.assign(new Error('Address refused: someone@example.com'), { name });
    },
    { step: 'initialize' },
  );
}

describe('the mailer through SES', () => {
  it('sends one mail to all recipients, as text and HTML', async () => {
    const to = ['a@example.com', 'b@example.com'];
    const outcome = await mailer().send(to, mail);
    expect(outcome).toMatchObject({ kind: 'sent', messageId: expect.stringMatching(/./u) });
    expect(await sent()).toEqual([
      {
        subject: mail.subject,
        from: 'sluice@example.com',
        destination: { to },
        body: { text: mail.text, html: mail.html },
        attachments: [],
      },
    ]);
  });

  it('carries an attachment, byte by byte', async () => {
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0x00, 0xff]);
    const attachment = { fileName: 'result of Müller.csv', contentType: 'text/csv', bytes };
    await mailer().send(['a@example.com'], { ...mail, attachment });
    const content = bytes.toString('base64');
    const [{ attachments } = { attachments: [] }] = await sent();
    expect(attachments).toEqual([{ filename: 'result of Müller.csv', contentType: 'text/csv', content }]);
  });

  it.each(['MessageRejected', 'BadRequestException', 'MailFromDomainNotVerifiedException'])(
    'returns refused for %s, without the address in its code',
    async (name) => {
      failWith(name);
      expect(await mailer().send(['a@example.com'], mail)).toEqual({ kind: 'refused', code: name });
      expect(await sent()).toEqual([]);
    },
  );

  it('returns failed when a retry may help', async () => {
    failWith('TooManyRequestsException');
    expect(await mailer().send(['a@example.com'], mail)).toEqual({
      kind: 'failed',
      code: 'TooManyRequestsException',
    });
  });

  it('returns failed when SES is out of reach', async () => {
    client = new SESv2Client({
      endpoint: `http://127.0.0.1:${await freePort()}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      maxAttempts: 1,
    });
    expect(await mailer().send(['a@example.com'], mail)).toMatchObject({ kind: 'failed' });
  });

  it('refuses a mail without recipients, and one with more than SES accepts', async () => {
    expect(await mailer().send([], mail)).toEqual({ kind: 'refused', code: 'NoRecipients' });
    const crowd = Array.from({ length: 51 }, (_, index) => `a${index}@example.com`);
    expect(await mailer().send(crowd, mail)).toEqual({ kind: 'refused', code: 'TooManyRecipients' });
  });
});

async function freePort(): Promise<number> {
  await using probe = await listening(createServer());
  return probe.port;
}
