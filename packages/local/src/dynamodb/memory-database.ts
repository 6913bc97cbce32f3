import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { databaseBinary } from './database-binary.ts';
import { testDatabase, type TestDatabase } from './test-database.ts';

/** For tests: a DynamoDB in memory, or the one that `AWS_ENDPOINT_URL_DYNAMODB` names. */
export async function startMemoryDatabase(): Promise<TestDatabase> {
  const { endpoint, end } = await database();
  return testDatabase(endpoint, end);
}

async function database(): Promise<{ endpoint: string; end: () => Promise<void> }> {
  const elsewhere = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  if (elsewhere !== undefined && elsewhere !== '') return { endpoint: elsewhere, end: async () => undefined };
  const port = await freePort();
  const child = spawn(databaseBinary(), ['--host', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const kill = (): void => void child.kill('SIGKILL');
  // Without this, the database would outlive the process of the tests.
  process.once('exit', kill);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    end: async () => {
      process.removeListener('exit', kill);
      kill();
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
