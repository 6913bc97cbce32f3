import type { Command } from 'commander';
import { z } from 'zod';
import type { Invocation } from './invocation.ts';

const migrateSchema = z.object({
  cancel: z.boolean().default(false),
  undo: z.boolean().default(false),
  dryRun: z.boolean().default(false),
  wait: z.boolean().default(true),
});

const scheduleSchema = z.object({ data: z.array(z.string()).default([]) });

/** What there is of migrations, and what a person can do to one. */
export function declareMigrations(program: Command, found: (invocation: Invocation) => void): void {
  program
    .command('migrations')
    .description('the migrations with their schedules; with a name its starts, with an id one start whole')
    .argument('[name or id]', 'of a migration, or of one start of it')
    .action((subject: string | undefined) => found({ command: 'migrations', options: { subject } }));
  program
    .command('schedule')
    .description('upload the file of a migration, and what it imports, once the file is seen to be right')
    .argument('<file>', 'the migration: <name>.json')
    .option('--data <files...>', 'what its steps import; each goes where the step of its name looks for it')
    .action((file: string, options: unknown) =>
      found({ command: 'schedule', options: { file, ...scheduleSchema.parse(options) } }),
    );
  program
    .command('migrate')
    .description('start a migration now, or cancel or undo a start of it')
    .argument('<name or id>', 'the name to start; with --cancel and --undo the id of a start')
    .option('--dry-run', 'dry-run every step, and write nothing')
    .option('--cancel', 'end it where it stands')
    .option('--undo', 'undo all its runs, the last one first')
    .option('--wait', 'wait for its end; this is the default')
    .option('--no-wait', 'end as soon as it is taken')
    .action((subject: string, options: unknown, command: Command) => {
      const { cancel, undo, dryRun, wait } = migrateSchema.parse(options);
      if (Number(cancel) + Number(undo) + Number(dryRun) > 1)
        command.error('error: expected one of --dry-run, --cancel and --undo at most');
      const act = cancel ? 'cancel' : undo ? 'undo' : 'start';
      found({ command: 'migrate', options: { subject, act, dryRun, wait } });
    });
}
