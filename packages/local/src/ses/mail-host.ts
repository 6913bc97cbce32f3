/** The thread of the mail server: aws-ses-v2-local, whose mails are also kept on the disk. */
import { once } from 'node:events';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { workerData } from 'node:worker_threads';
import startMailServer from 'aws-ses-v2-local';
import memory from 'aws-ses-v2-local/dist/store.js';
import type { Email } from 'aws-ses-v2-local/dist/store.js';
import * as z from 'zod';
import { readTextIfAny } from '../base/files.ts';
import { guard } from '../gateway/guard.ts';
import { hostedAuthority } from '../iam/hosted-authority.ts';
import { keepConnections } from '../base/http.ts';
import { post, postPort, stopListening } from '../base/parent-thread.ts';

const { file, port, secret } = z
  .object({ file: z.string(), port: z.int(), secret: z.string() })
  .parse(workerData);
const emailSchema = z.custom<Email>(
  (value) => z.looseObject({ messageId: z.string() }).safeParse(value).success,
);

const answerSchema = z.object({ MessageId: z.string().optional() }).catch({});

// Mails are JSON lines in one file.
const { saveEmail, clearStore } = memory;
for (const line of (readTextIfAny(file) ?? '').split('\n')) {
  const mail = parsed(line);
  if (mail !== undefined) saveEmail(emailSchema.parse(mail));
}

// Written before the sender gets its answer, so that every acknowledged mail survives.
Object.assign(memory, {
  saveEmail: (email: Email): void => {
    // The line break comes first, so that a line that a crash cut off does not spoil the next one.
    appendFileSync(file, `\n${JSON.stringify(email)}`, { mode: 0o600, flush: true });
    saveEmail(email);
  },
  clearStore: (): void => {
    writeFileSync(file, '', { mode: 0o600 });
    clearStore();
  },
});

const host = '127.0.0.1';
const server = await startMailServer.default({ host, port });
// It hides why it does not listen, such as that the port is taken. A second try throws that.
if (!server.listening) await once(server.listen(port, host), 'listening');
guard(server, {
  authority: hostedAuthority(workerData, {
    stop: () => {
      server.closeAllConnections();
      server.close(stopListening);
    },
  }),
  services: ['ses'],
  pages: { secret, paths: ['/', '/store', '/clear-store', '/get-emlContent'] },
});
keepConnections(server);
serveInbox(server);
postPort(port);

/** The page of the inbox requests paths from the root, which no browser may read. This makes them relative to the page. */
function serveInbox(server: Server): void {
  const file = join(
    dirname(createRequire(import.meta.url).resolve('aws-ses-v2-local')),
    '../static/index.html',
  );
  const page = readFileSync(file, 'utf8').replaceAll(/(fetch\(["'`]|href=")\//g, '$1');
  const others = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (request.url === '/v2/email/outbound-emails') reportSent(request, response);
    if (request.url === '/') response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
    else for (const listener of others) Reflect.apply(listener, server, [request, response]);
  });
}

/** Posts each mail that was accepted, for the events of its configuration set. */
function reportSent(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  const { end } = response;
  Object.assign(response, {
    end: (...given: unknown[]) => {
      const { MessageId: messageId } = answerSchema.parse(parsed(String(given[0])));
      if (messageId !== undefined) post({ messageId, request: parsed(Buffer.concat(chunks).toString()) });
      return Reflect.apply(end, response, given);
    },
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
