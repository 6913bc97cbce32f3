/** The thread of the mail server: aws-ses-v2-local, with what it keeps in memory kept on the disk too. */
import { workerData } from 'node:worker_threads';
import startMailServer from 'aws-ses-v2-local';
import memory from 'aws-ses-v2-local/dist/store.js';
import type { Email } from 'aws-ses-v2-local/dist/store.js';
import { z } from 'zod';
import { keepConnections } from '../machine/http.ts';
import { onMessage, say, stopListening } from '../machine/parent-thread.ts';
import { openMailbox } from './mailbox.ts';

const { file, port } = z.object({ file: z.string(), port: z.int() }).parse(workerData);
const emailSchema = z.custom<Email>(
  (value) => z.looseObject({ messageId: z.string() }).safeParse(value).success,
);

const mailbox = openMailbox(file);
const { saveEmail, clearStore } = memory;
for (const email of mailbox.kept()) saveEmail(emailSchema.parse(email));

// Written before the sender is answered: what was acknowledged survives.
Object.assign(memory, {
  saveEmail: (email: Email): void => {
    mailbox.add(email);
    saveEmail(email);
  },
  clearStore: (): void => {
    mailbox.clear();
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
