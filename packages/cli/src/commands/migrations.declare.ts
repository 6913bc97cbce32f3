import type { Command } from 'commander';
import { z } from 'zod';
import type { Declare } from '../declare.ts';

const migrateSchema = z.object({
  cancel: z.boolean().default(false),
  undo: z.boolean().default(false),
  dryRun: z.boolean().default(false),
  wait: z.boolean().default(true),
});

const scheduleSchema = z.object({ data: z.array(z.string()).default([]) });

export const declareMigrations: Declare = (program, found) => {
  program
    .command('migrations')
    .description('list migrations and schedules; with a name its starts, with an id one start in full')
    .argument('[name or id]', 'of a migration, or of one start of it')
    .action((subject: string | undefined) => found({ command: 'migrations', options: { subject } }));
  program
    .command('schedule')
    .description('upload a migration and the files that it imports, after validating it')
    .argument('<file>', 'the migration: <name>.json')
    .option('--data <files...>', 'the files that its steps import; each goes where a step expects its name')
    .action((file: string, options: unknown) =>
      found({ command: 'schedule', options: { file, ...scheduleSchema.parse(options) } }),
    );
  program
    .command('migrate')
    .description('start a migration now, or cancel or undo a start of it')
    .argument('<name or id>', 'the name to start; with --cancel and --undo the id of a start')
    .option('--dry-run', 'dry-run every step, and write nothing')
    .option('--cancel', 'stop it')
    .option('--undo', 'undo all its runs, newest first')
    .option('--wait', 'wait for its end; this is the default')
    .option('--no-wait', 'end as soon as it is accepted')
    .action((subject: string, options: unknown, command: Command) => {
      const { cancel, undo, dryRun, wait } = migrateSchema.parse(options);
      if (Number(cancel) + Number(undo) + Number(dryRun) > 1)
        command.error('error: expected one of --dry-run, --cancel and --undo at most');
      const act = cancel ? 'cancel' : undo ? 'undo' : 'start';
      found({ command: 'migrate', options: { subject, act, dryRun, wait } });
    });
};
