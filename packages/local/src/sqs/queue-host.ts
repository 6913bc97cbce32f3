/** The thread of the queue server: fauxqs, with fixes for its bugs. */
import { existsSync } from 'node:fs';
import { Server } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import * as z from 'zod';
import { guard } from '../gateway/guard.ts';
import { hostedAuthority } from '../iam/hosted-authority.ts';
import { postPort, stopListening } from '../base/parent-thread.ts';

const { dataDir, port } = z.object({ dataDir: z.string(), port: z.int() }).parse(workerData);
const authority = hostedAuthority(workerData, {
  stop: () => void server.stop().finally(stopListening),
});

// It would listen on every interface, has no option for that, and accepts any signature.
const listen = Server.prototype.listen;
Object.defineProperty(Server.prototype, 'listen', {
  value: function onLoopback(this: Server, options: object, ...rest: unknown[]): Server {
    guard(this, { authority, services: ['sqs'] });
    return Reflect.apply(listen, this, [{ ...options, host: '127.0.0.1' }, ...rest]);
  },
});

// With a database, a visibility timeout of 0 would write NULL into a column that refuses it, and lose the message.
const prepare = DatabaseSync.prototype.prepare;
const column = 'approximate_receive_count';
Object.defineProperty(DatabaseSync.prototype, 'prepare', {
  value: function keepingTheCount(this: DatabaseSync, sql: string) {
    return Reflect.apply(prepare, this, [sql.replace(`${column} = ?`, `${column} = COALESCE(?, ${column})`)]);
  },
});

releaseInFlight(join(dataDir, 'fauxqs.db'));
const { startFauxqs } = await import('fauxqs');
const server = await startFauxqs({ port, dataDir, logger: false, host: '', defaultRegion: 'us-east-1' });
postPort(server.port);

/**
 * Makes the messages visible that were in flight when the machine ended, because their receivers ended with it.
 * That receive is not counted: otherwise a few crashes would move a good message to the dead-letter queue.
 */
function releaseInFlight(databaseFile: string): void {
  if (!existsSync(databaseFile)) return;
  const database = new DatabaseSync(databaseFile);
  try {
    database.exec(`
      UPDATE sqs_messages
      SET receipt_handle = NULL, visibility_deadline = NULL, approximate_receive_count = MAX(0, approximate_receive_count - 1)
      WHERE receipt_handle IS NOT NULL
    `);
  } finally {
    database.close();
  }
}
