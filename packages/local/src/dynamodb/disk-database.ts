import { join } from 'node:path';
import { Ports } from '../base/ports.ts';
import { startDatabase } from './database-process.ts';
import { testDatabase, type TestDatabase } from './test-database.ts';

/** For benchmarks: a database with its file in a folder. It ends with this process, even when that is killed. */
export async function startDiskDatabase(folder: string): Promise<TestDatabase> {
  const { endpoint, stop } = await startDatabase({
    dataDir: folder,
    ports: new Ports(join(folder, 'ports.json')),
  });
  return testDatabase(endpoint, stop);
}
