/** The thread of the mail server: aws-ses-v2-local, with what it keeps in memory kept on the disk too. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import startMailServer from 'aws-ses-v2-local';
import memory from 'aws-ses-v2-local/dist/store.js';
import type { Email } from 'aws-ses-v2-local/dist/store.js';
import { z } from 'zod';
import { readTextIfAny } from '../files.ts';
import { keepConnections } from '../machine/http.ts';
import { onMessage, say, stopListening } from '../machine/parent-thread.ts';

const { file, port } = z.object({ file: z.string(), port: z.int() }).parse(workerData);
const emailSchema = z.custom<Email>(
  (value) => z.looseObject({ messageId: z.string() }).safeParse(value).success,
);

// Mails are JSON lines in one file.
const { saveEmail, clearStore } = memory;
for (const line of (readTextIfAny(file) ?? '').split('\n')) {
  const mail = parsed(line);
  if (mail !== undefined) saveEmail(emailSchema.parse(mail));
}

// Written before the sender is answered: what was acknowledged survives.
Object.assign(memory, {
  saveEmail: (email: Email): void => {
    // The line break comes first: a line that a crash cut off does not take the next one with it.
    appendFileSync(file, `\n${JSON.stringify(email)}`, { mode: 0o600, flush: true });
    saveEmail(email);
  },
  clearStore: (): void => {
    writeFileSync(file, '', { mode: 0o600 });
    clearStore();
  },
});

const server = await startMailServer.default({ host: '127.0.0.1', port });
keepConnections(server);
onMessage(() => {
  server.closeAllConnections();
  server.close(stopListening);
});
say({ port });

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
