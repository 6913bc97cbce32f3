import { runStatuses } from '@sluice/ledger';
import { Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import manifest from '../package.json' with { type: 'json' };
import { CliError } from './cli-error.ts';
import { declareActs } from './declare-acts.ts';
import { declareAudit } from './declare-audit.ts';
import { declareHistory } from './declare-history.ts';
import { declareMigrations } from './declare-migrations.ts';
import { declareRead } from './declare-read.ts';
import { exitCodesHelp } from './exit-codes.ts';
import type { Folder } from './inbox-key.ts';
import type { Invocation } from './invocation.ts';
import { sinceExpected } from './since.ts';

type Found = (invocation: Invocation) => void;

/** The command line, declared: what is asked for goes to `found`, help to `print`; commander's errors are thrown. */
export function declareProgram(print: (text: string) => void, found: Found): Command {
  const program = new Command('sluice')
    .description('Drop a spreadsheet, and every row lands in the records or comes back with the reason.')
    .addOption(
      new Option('--format <format>', 'of the data on stdout').choices(['text', 'json']).default('text'),
    )
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: print, writeErr: () => undefined })
    .version(manifest.version, '--version', 'print the version of Sluice')
    .addHelpText('afterAll', `\n${exitCodesHelp()}`)
    .exitOverride();
  for (const declare of declarations) declare(program, found);
  return program;
}

const declarations = [
  declareLocal,
  declarePlan,
  declareRead,
  declareProfile,
  declareDrop,
  declareRuns,
  declareRun,
  declareActs,
  declareRedrive,
  declareMigrations,
  declareCall,
  declareControl,
  declareAudit,
  declareHistory,
];

/** Of `drop` and `run`. */
const saveOption = ['--result <file>', 'save the result sheet there'] as const;

const localSchema = z.object({
  port: z.int().optional(),
  data: z.string().optional(),
  fresh: z.boolean().default(false),
});

function declareLocal(program: Command, found: Found): void {
  program
    .command('local')
    .description('start the whole system on this machine, seeded, and stay until Ctrl-C')
    .option('--port <n>', 'of the service; a free one when absent', readPort)
    .option('--data <dir>', 'the folder of all that is kept; .sluice when absent')
    .option('--fresh', 'forget what was kept')
    .action((options: unknown) => found({ command: 'local', options: localSchema.parse(options) }));
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new InvalidArgumentError('Expected a number from 1 to 65535.');
}

function declarePlan(program: Command, found: Found): void {
  withFolder(
    program.command('plan'),
    'a profile: the path of its JSON file, or its name in the running system',
  )
    .description('read a sheet and say what it would send, without a network')
    .action((file: string, options: unknown) =>
      found({ command: 'plan', options: { file, folder: folderOf(options) } }),
    );
}

function declareProfile(program: Command, found: Found): void {
  program
    .command('profile')
    .description('save a profile for a folder of the inbox, once its file is seen to be right')
    .argument('<file>', 'the profile: <name>.json')
    .action((file: string) => found({ command: 'profile', options: { file } }));
}

const resultSchema = z.object({ result: z.string().optional() });
const runFilesSchema = resultSchema.extend({
  original: z.string().optional(),
  plan: z.string().optional(),
});
const dropSchema = resultSchema.extend({ wait: z.boolean().default(true), again: z.boolean().optional() });

function declareDrop(program: Command, found: Found): void {
  withFolder(program.command('drop'), 'a profile of the inbox, by its name')
    .description('upload a sheet to the inbox and follow its run to the end')
    .option('--wait', 'follow it to the end; this is the default')
    .option('--no-wait', 'end as soon as it is uploaded')
    .option('--again', 'import it although the same content was imported before')
    .option(...saveOption)
    .action((file: string, options: unknown) => {
      const { wait, result, again } = dropSchema.parse(options);
      if (!wait && result !== undefined)
        throw new CliError(
          'usage',
          'With --no-wait there is no result sheet yet. Expected --result or --no-wait, not both.',
        );
      found({ command: 'drop', options: { file, folder: folderOf(options), wait, result, again } });
    });
}

const runsSchema = z.object({
  since: z.string().optional(),
  until: z.string().optional(),
  schema: z.string().optional(),
  dropper: z.string().optional(),
  hash: z.string().optional(),
  import: z.string().optional(),
  status: z.enum(runStatuses).optional(),
  all: z.boolean().default(false),
});

function declareRuns(program: Command, found: Found): void {
  program
    .command('runs')
    .description('the import history: the newest 100 runs, newest first')
    .option('--since <d>', `only runs that started since ${sinceExpected}`)
    .option('--until <d>', 'only runs that started before that, as --since takes it')
    .addOption(new Option('--status <s>', 'only runs that stand so').choices(runStatuses))
    .option('--schema <s>', 'only runs of this schema')
    .option('--dropper <id>', 'only what this person dropped, as a run shows it')
    .option('--hash <sha256>', 'only runs of a file with these bytes')
    .option('--import <importId>', 'only the run of this import')
    .option('--all', 'every run, not only the newest 100')
    .action((options: unknown) => found({ command: 'runs', options: runsSchema.parse(options) }));
}

function declareRun(program: Command, found: Found): void {
  program
    .command('run')
    .description('one run whole: counts, importIds, timeline, files')
    .argument('<id>', 'of the run')
    .option(...saveOption)
    .option('--plan <file>', 'save what it will do, row by row, where it is to be approved')
    .option('--original <file>', 'save the file as it was dropped, when its sha256 is that of the run')
    .action((runId: string, options: unknown) =>
      found({ command: 'run', options: { runId, ...runFilesSchema.parse(options) } }),
    );
}

function declareRedrive(program: Command, found: Found): void {
  program
    .command('redrive')
    .description('look through the dead letters: what still waits is queued again, the rest dropped')
    .action(() => found({ command: 'redrive', options: {} }));
}

function declareCall(program: Command, found: Found): void {
  program
    .command('call')
    .description('call one operation of the interface, and print the whole answer')
    .argument('<operation>', 'for example getUsers')
    .argument('[json]', 'the body of the request; - reads it from stdin')
    .option(...dataOption)
    .action((operation: string, json: string | undefined, options: unknown) =>
      found({ command: 'call', options: { operation, json, ...dataSchema.parse(options) } }),
    );
}

/** Of `call` and `control`. */
const dataOption = ['--data <file>', 'the body of the request, from a file of JSON'] as const;
const dataSchema = z.object({ data: z.string().optional() });

const controlSchema = dataSchema.extend({
  file: z.string().optional(),
  site: z.string().optional(),
  url: z.string().optional(),
  help: z.boolean().default(false),
});

function declareControl(program: Command, found: Found): void {
  const control = program
    .command('control')
    .description('call one operation of the control panel; without one, list them')
    .argument('[operation]', 'for example listImports')
    .argument('[json]', 'its input; - reads it from stdin')
    .option(...dataOption)
    .option('--file <file>', 'the document, for saveDocument')
    .option('--site <site>', "its name or id; the site of the running system's token when absent")
    .option('--url <url>', 'of a control panel on AWS; SLUICE_CONTROL_URL, or the running system when absent')
    .helpOption(false)
    .option('-h, --help', 'the fields of the operation')
    .action((operation: string | undefined, json: string | undefined, options: unknown) => {
      const { help, ...given } = controlSchema.parse(options);
      if (help && operation === undefined) control.help();
      found({ command: 'control', options: { operation, json, help, ...given } });
    });
}

function withFolder(command: Command, profile: string): Command {
  return command
    .argument('<file>', 'the sheet')
    .option('--schema <s>', 'what the rows are, for example client')
    .option('--lookup <l>', 'the field by which a record is found, for example email')
    .option('--profile <p>', `in place of the two: ${profile}`);
}

const folderSchema = z.object({
  schema: z.string().optional(),
  lookup: z.string().optional(),
  profile: z.string().optional(),
});

function folderOf(options: unknown): Folder {
  const { schema, lookup, profile } = folderSchema.parse(options);
  if (profile !== undefined && schema === undefined && lookup === undefined) return { profile };
  if (profile === undefined && schema !== undefined && lookup !== undefined) return { schema, lookup };
  throw new CliError(
    'usage',
    'Say what the rows are: expected --schema and --lookup, or --profile alone. For example: --schema client --lookup email',
  );
}
