import { time, printable } from '@sluice/contract/words';
import { keyOfMigration } from '@sluice/ledger/migrations';
import type * as z from 'zod';
import { readFile } from 'node:fs/promises';

import type { Command } from '../command/command.ts';
import { findBuckets } from '../system/drop-bucket.ts';
import { checkedMigration, nameOfMigrationFile, uploadAll, type Uploaded } from '../files/migration-files.ts';
import { commandLine } from '../io/shell.ts';
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
  readonly uploaded: readonly Uploaded[];
}

async function schedule({ file, data }: ScheduleOptions, services: Services): Promise<Scheduled> {
  const source = await sourceFile(services.cwd, file, 'the file of a migration, <name>.json');
  const given = {
    name: nameOfMigrationFile(source),
    text: await readFile(source.path, 'utf8'),
    data,
    otherwise: 'Nothing was uploaded.',
  };
  const { name, definition, nextFire, placed, buckets } = await checkedMigration(
    given,
    () => findBuckets(services),
    services,
  );
  try {
    const uploaded = await uploadAll([...placed, { source, key: keyOfMigration(name) }], buckets, services);
    return {
      name,
      schedule: definition.schedule ?? null,
      timeZone: definition.timeZone,
      nextFire: nextFire?.toISOString() ?? null,
      uploaded,
    };
  } finally {
    buckets.close();
  }
}

function text({ name, schedule: expression, timeZone, nextFire }: Scheduled): string {
  if (expression === null) return `${printable(name)} is started by hand: ${commandLine('migrate', name)}`;
  if (nextFire === null) return `${printable(name)}: ${expression} is over; it has no more starts.`;
  return `${printable(name)} starts next at ${time(nextFire)}: ${expression} in ${timeZone}.`;
}

export const command: Command<ScheduleOptions, Scheduled> = {
  run: schedule,
  text: (scheduled) => [text(scheduled)],
};
