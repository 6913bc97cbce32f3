import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Makes the messages visible that were in flight when the machine died: whoever had received them died with it.
 * That receive is not counted, or a few crashes would bring a good message into the dead-letter queue.
 */
export function releaseInFlight(databaseFile: string): void {
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
