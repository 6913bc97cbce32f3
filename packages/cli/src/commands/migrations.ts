import { migrationStatusText } from '@sluice/answers/migration';
import { underHeadings, type Lines } from '../io/columns.ts';
import type { Command } from '../command/command.ts';
import { time, printable } from '@sluice/contract/words';
import { withMigration, shortIds } from '../system/short-ids.ts';
import { createHistory } from '../system/history.ts';
import {
  definitionsSchema,
  migrationJsonSchema,
  type DefinitionJson,
  type MigrationJson,
} from '@sluice/ledger/views';
import { migrationText } from '../views/migration-text.ts';
import * as z from 'zod';

type Shown = MigrationJson | readonly MigrationJson[] | readonly DefinitionJson[];

const subjectSchema = z.union([z.array(migrationJsonSchema), migrationJsonSchema]);

/** Without a subject all definitions; with the name of a migration its starts, with the id of a start that one. */
export const command: Command<{ readonly subject?: string | undefined }, Shown> = {
  run: async ({ subject }, services) => {
    const history = createHistory(services);
    if (subject === undefined) return history.migrations('', definitionsSchema);
    return withMigration({ text: subject }, history, (named) =>
      history.migrations(`/${encodeURIComponent(named)}`, subjectSchema),
    );
  },
  text: (shown) => {
    if (!isList(shown)) return migrationText(shown);
    if (shown.length === 0) return ['There are none.'];
    return isStarts(shown) ? startsText(shown) : definitionsText(shown);
  },
};

const isList = (shown: Shown): shown is Exclude<Shown, MigrationJson> => Array.isArray(shown);

const isStarts = (list: readonly object[]): list is readonly MigrationJson[] =>
  list.every((one) => 'migrationId' in one);

function scheduleText({ schedule, paused }: Pick<DefinitionJson, 'schedule' | 'paused'>): string {
  if (schedule === null || schedule === undefined) return 'by hand';
  return paused === true ? `paused: ${schedule}` : schedule;
}

function definitionsText(definitions: readonly DefinitionJson[]): Lines {
  const rows = definitions.map(({ name, schedule, paused, timeZone = '', nextFire, problems, lastStart }) => [
    printable(name),
    problems === undefined
      ? scheduleText({ schedule, paused })
      : `cannot be used: ${printable(problems.join('; '))}`,
    schedule === null ? '' : timeZone,
    nextFire ? time(nextFire) : '',
    lastStart === null ? 'never' : `${time(lastStart.scheduledAt)} ${migrationStatusText(lastStart)}`,
  ]);
  return underHeadings(['migration', 'schedule', 'zone', 'next', 'last'], rows);
}

function startsText(starts: readonly MigrationJson[]): Lines {
  const ids = shortIds(starts.map(({ migrationId }) => migrationId));
  const rows = starts.map(({ scheduledAt, startedBy, ...start }, at) => [
    ids[at] ?? '',
    time(scheduledAt),
    migrationStatusText(start),
    printable(startedBy),
  ]);
  return underHeadings(['id', 'due', 'status', 'started by'], rows);
}
