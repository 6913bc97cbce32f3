import { Argument, InvalidArgumentError, type Command } from 'commander';
import { completable, shells, type Shell } from '../completion/completable.ts';
import * as z from 'zod';
import { bodyOption, bodySchema, panelUrlOption, siteOption } from '../command/common-options.ts';
import { withKeptActs } from './kept.declare.ts';
import type { Declare } from './declare.ts';
import { localSchema, scheduleSchema, controlSchema } from '../commands/options.ts';

export const declareLocal: Declare = (program, found) => {
  program
    .command('local')
    .description('start the whole system on this machine, seeded, and stay until Ctrl-C')
    .option('--port <n>', 'the port of the service; a free one when absent', readPort)
    .option('--data <dir>', 'the data folder; .sluice when absent')
    .option('--fresh', 'delete the data of earlier starts')
    .option('--easy', 'without the limits of AWS that make a small machine slow')
    .option(
      '--concurrency <n>',
      'how many functions may run at once; 1000 when absent, as in most accounts',
      readCount,
    )
    .action((options: unknown) => found({ command: 'local', options: localSchema.parse(options) }));
};

export const declareConsole: Declare = (program, found) => {
  program
    .command('console')
    .description('print the address of the console; that of this machine opens once')
    .action(() => found({ command: 'console', options: {} }));
};

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new InvalidArgumentError('Expected a number from 1 to 65535.');
}

function readCount(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number from 1.');
}

const migrateSchema = z.object({
  cancel: z.boolean().default(false),
  undo: z.boolean().default(false),
  dryRun: z.boolean().default(false),
  data: z.array(z.string()).default([]),
  wait: z.boolean().default(true),
});

export const declareMigrations: Declare = (program, found) => {
  const migrations = program
    .command('migrations')
    .description(
      'list migrations and schedules; with a name its starts, with an id one start; pause, resume or remove one',
    )
    .argument('[name or id]', 'of a migration, or of one start of it')
    .action((subject: string | undefined) => found({ command: 'migrations', options: { subject } }));
  withKeptActs(migrations, 'migration', found);
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
    .option('--data <files...>', 'first upload these files to where its steps read files of their names')
    .option('--cancel', 'stop it')
    .option('--undo', 'undo all its runs, newest first')
    .option('--wait', 'wait for its end; this is the default')
    .option('--no-wait', 'end as soon as it is accepted')
    .action((subject: string, options: unknown, command: Command) => {
      const { cancel, undo, dryRun, data, wait } = migrateSchema.parse(options);
      if (Number(cancel) + Number(undo) + Number(dryRun) > 1)
        command.error('error: expected one of --dry-run, --cancel and --undo at most');
      if ((cancel || undo) && data.length > 0)
        command.error('error: --data is for a start. Expected it without --cancel and --undo');
      const act = cancel ? 'cancel' : undo ? 'undo' : 'start';
      found({ command: 'migrate', options: { subject, act, dryRun, data, wait } });
    });
};

export const declareCall: Declare = (program, found) => {
  program
    .command('call')
    .description('call one operation of the interface, and print the whole answer')
    .argument('<operation>', 'for example getUsers')
    .argument('[json]', 'the body of the request; - reads it from stdin')
    .option(...bodyOption)
    .action((operation: string, json: string | undefined, options: unknown) =>
      found({ command: 'call', options: { operation, json, ...bodySchema.parse(options) } }),
    );
};

export const declareDoctor: Declare = (program, found) => {
  program
    .command('doctor')
    .description('look at a deployed stack, or at the system on this machine, and say what is missing')
    .action(() => found({ command: 'doctor', options: {} }));
};

export const declareControl: Declare = (program, found) => {
  const control = program
    .command('control')
    .description('call one operation of the control panel; without one, list them')
    .argument('[operation]', 'for example listImports')
    .argument('[json]', 'its input; - reads it from stdin')
    .option(...bodyOption)
    .option('--file <file>', 'the document, for saveDocument')
    .option(...siteOption)
    .option(...panelUrlOption)
    .helpOption(false)
    .option('-h, --help', 'the fields of the operation')
    .action((operation: string | undefined, json: string | undefined, options: unknown) => {
      const { help, ...given } = controlSchema.parse(options);
      if (help && operation === undefined) control.help();
      found({ command: 'control', options: { operation, json, help, ...given } });
    });
};

export const declareCompletion: Declare = (program, found) => {
  program
    .command('completion')
    .description('a script that lets a shell complete commands and options')
    .addArgument(new Argument('<shell>', 'for which shell').choices(shells))
    .action((shell: Shell) =>
      found({ command: 'completion', options: { shell, program: completable(program) } }),
    );
};
