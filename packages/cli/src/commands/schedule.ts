import { keyOfMigration } from '@sluice/migrations';
import type { z } from 'zod';
import { printable } from '../views/columns.ts';
import type { Command } from '../command.ts';
import { findBuckets } from '../system/drop-bucket.ts';
import { keyOfData, readMigrationFile } from '../files/migration-files.ts';
import type { Services } from '../io/services.ts';
import type { scheduleSchema } from './options.ts';
import { sourceFile } from '../files/source-file.ts';

type ScheduleOptions = z.infer<typeof scheduleSchema> & { readonly file: string };

interface Scheduled {
  readonly name: string;
  readonly schedule: string | null;
  readonly timeZone: string;
  /** ISO 8601 in UTC. */
  readonly nextFire: string | null;
  /** In the order in which they were uploaded: the definition last, so that a start finds its files. */
  readonly uploaded: readonly { readonly key: string; readonly versionId: string; readonly bytes: number }[];
}

async function schedule({ file, data }: ScheduleOptions, services: Services): Promise<Scheduled> {
  const source = await sourceFile(services.cwd, file, 'the file of a migration, <name>.json');
  const migration = await readMigrationFile(source, services.now());
  const files = await Promise.all(data.map((given) => sourceFile(services.cwd, given)));
  const placed = files.map((each) => ({ source: each, key: keyOfData(migration, each) }));
  const { name, definition, nextFire } = migration;
  const buckets = await findBuckets(services);
  const uploaded = [];
  try {
    for (const { source: each, key } of [...placed, { source, key: keyOfMigration(name) }]) {
      const versionId = await buckets.upload({ file: each.path, key, metadata: {} }, () => undefined);
      services.voice.say(`Uploaded ${printable(each.name)} as ${printable(key)}.`);
      uploaded.push({ key, versionId, bytes: each.bytes });
    }
  } finally {
    buckets.close();
  }
  return {
    name,
    schedule: definition.schedule ?? null,
    timeZone: definition.timeZone,
    nextFire: nextFire?.toISOString() ?? null,
    uploaded,
  };
}

function text({ name, schedule: expression, timeZone, nextFire }: Scheduled): string {
  if (expression === null)
    return `${printable(name)} is started by hand: npx sluice migrate ${printable(name)}`;
  if (nextFire === null) return `${printable(name)}: ${expression} is over; it has no more starts.`;
  return `${printable(name)}: ${expression} ${timeZone}, due next at ${nextFire}.`;
}

export const command: Command<ScheduleOptions, Scheduled> = {
  run: schedule,
  text,
};
