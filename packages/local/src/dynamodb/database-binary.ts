import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LocalError } from '../base/local-error.ts';

/** Where the embedded database is. */
export function databaseBinary(): string {
  try {
    return join(
      dirname(createRequire(import.meta.url).resolve('@dynoxide/linux-x64/package.json')),
      'dynoxide',
    );
  } catch (cause) {
    throw new LocalError(
      'database_missing',
      'The embedded database runs on Linux x64 only. On other systems, start DynamoDB Local and set AWS_ENDPOINT_URL_DYNAMODB to its address, for example http://127.0.0.1:8000.',
      { cause },
    );
  }
}
