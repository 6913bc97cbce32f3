import type { Profile, Settings } from '@sluice/import-plan';
import { encodings } from '@sluice/sheets/encodings';
import { InvalidArgumentError } from 'commander';
import * as z from 'zod';
import { CliError } from '../io/cli-error.ts';
import { folderOf, saveResultOption, sheetNameOption, withFolder } from '../command/common-options.ts';
import type { Folder } from '../files/inbox-key.ts';
import { commandLine } from '../io/shell.ts';
import { wrapped } from '../io/columns.ts';
import { looksLikeId } from '../system/id-form.ts';
import type { Declare } from './declare.ts';

export const declarePlan: Declare = (program, found) => {
  withFolder(
    program.command('plan'),
    'a profile: the path of its JSON file, or its name in the running system',
  )
    .description('show what a sheet would send, without a network; `run` shows the plan of a run')
    .option(...sheetNameOption)
    .option('--records <n>', 'show the first records as they would be stored', readCount)
    .action((file: string, options: unknown) => {
      refuseRunId(file, options);
      found({
        command: 'plan',
        options: { file, folder: folderOf(options), ...planSchema.parse(options) },
      });
    });
};

/** A person who has to approve a run looks for its plan here. */
function refuseRunId(file: string, options: unknown): void {
  const { schema, lookup, profile } = kindSchema.parse(options);
  if (!looksLikeId(file) || (schema ?? lookup ?? profile) !== undefined) return;
  throw new CliError(
    'usage',
    `\`plan\` is for a sheet, with --schema and --lookup or --profile. If ${file} is the id of a run, \`${commandLine('run', file)}\` shows its plan, and the command that approves it.`,
  );
}

const kindSchema = z.object({
  schema: z.string().optional(),
  lookup: z.string().optional(),
  profile: z.string().optional(),
});

/** A template needs no lookup: any of a schema will do. */
function templateFolder(options: unknown): Folder | { readonly schema: string } {
  const { schema, lookup, profile } = kindSchema.parse(options);
  return schema !== undefined && lookup === undefined && profile === undefined
    ? { schema }
    : folderOf(options);
}

export const declareTemplate: Declare = (program, found) => {
  program
    .command('template')
    .description('write an empty sheet with headings, allowed values and examples')
    .argument('[file]', 'a .csv or .xlsx file to write; CSV on stdout when absent')
    .option('--schema <s>', 'what the rows are, for example client')
    .option('--lookup <l>', 'the field by which a record is found; with --schema')
    .option('--profile <p>', 'in place of the two: the path of a profile, or its name in the running system')
    .action((file: string | undefined, options: unknown) =>
      found({ command: 'template', options: { file, folder: templateFolder(options) } }),
    );
};

const exportOptions = z.object({ schema: z.string(), lookup: z.string(), where: z.array(z.string()) });

export const declareExport: Declare = (program, found) => {
  program
    .command('export')
    .description('write the records of the site as a sheet that can be edited and dropped again')
    .argument('[file]', 'a .csv or .xlsx file to write; CSV on stdout when absent')
    .requiredOption('--schema <s>', 'which records, for example client')
    .option('--lookup <l>', 'the field by which a drop will find them', 'id')
    .option('--where <field=value>', 'only records that match; once for each filter', collected, [])
    .action((file: string | undefined, options: unknown) =>
      found({ command: 'export', options: { file, ...exportOptions.parse(options) } }),
    );
};

const collected = (text: string, all: readonly string[]): string[] => [...all, text];

const planSchema = z.object({ sheetName: z.string().min(1).optional(), records: z.int().optional() });

function readCount(text: string): number {
  const count = z.coerce.number().int().min(1).max(1000).safeParse(text);
  if (count.success) return count.data;
  throw new InvalidArgumentError('Expected a number from 1 to 1000.');
}

export const declareRead: Declare = (program, found) => {
  program
    .command('read')
    .description('write a sheet as clean CSV, as Sluice reads it, without a network')
    .argument('<file>', 'the sheet; - reads it from stdin')
    .option('--delimiter <d>', 'between cells: "," ";" "|" or tab', readDelimiter)
    .option('--encoding <e>', 'such as windows-1250 or shift_jis; a wrong one lists all', readEncoding)
    .option(...sheetNameOption)
    .option('--header-row <n>', 'the number of the header row', Number)
    .action((file: string, options: unknown) =>
      found({ command: 'read', options: { file, reading: readingOf(options) } }),
    );
};

type Reading = Settings['reading'];

const delimiters = [',', ';', '|', '\t'] as const satisfies Reading['delimiter'][];

function readDelimiter(text: string): Reading['delimiter'] {
  const found = delimiters.find((delimiter) => delimiter === (text === 'tab' ? '\t' : text));
  if (found !== undefined) return found;
  throw new InvalidArgumentError('Expected one of "," ";" "|" or tab.');
}

function readEncoding(text: string): Reading['encoding'] {
  const found = encodings.find((encoding) => encoding === text);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(`Expected one of: ${encodings.join(', ')}.`);
}

/** The schema of profiles has these too. It is loaded with all that reads a sheet, and help needs none of that. */
const readOptions = z.object({
  delimiter: z.enum(delimiters).optional(),
  encoding: z.enum(encodings).optional(),
  sheetName: z.string().min(1).optional(),
  headerRow: z.int().min(1).optional(),
});

function readingOf(options: unknown): Reading {
  const found = readOptions.safeParse(options);
  if (found.success) return found.data;
  throw new InvalidArgumentError('--header-row: expected the number of a row, from 1.');
}

export const declareProfile: Declare = (program, found) => {
  program
    .command('profile')
    .description('save a profile for a folder of the inbox, after validating it, or propose one for a sheet')
    .argument('[file]', 'the profile: <name>.json')
    .addHelpText('after', profileHelp)
    .option('--suggest <sheet>', 'print a profile for this sheet, without a network')
    .option('--schema <s>', 'with --suggest: what the rows are; found by the columns when absent')
    .option('--lookup <l>', 'with --suggest: the field by which a record is found')
    .action((file: string | undefined, options: unknown) => {
      const { suggest, ...asked } = profileOptions.parse(options);
      const isAsked = asked.schema !== undefined || asked.lookup !== undefined;
      if (suggest !== undefined && file === undefined)
        return found({ command: 'suggest', options: { file: suggest, ...asked } });
      if (file === undefined || suggest !== undefined || isAsked)
        throw new CliError('usage', 'Expected the file of a profile, or --suggest with a sheet.');
      found({ command: 'profile', options: { file } });
    });
};

/** All of them, in the order of the schema, which help does not load. */
const profileSettings = {
  schema: true,
  lookup: true,
  columns: true,
  join: true,
  transforms: true,
  compute: true,
  fromFile: true,
  optional: true,
  ignore: true,
  rows: true,
  records: true,
  constants: true,
  blanks: true,
  reading: true,
  dates: true,
  decimals: true,
  timeZone: true,
  unknownColumns: true,
  invalidRows: true,
  ifChangedSince: true,
  approval: true,
  guardRails: true,
  secondPerson: true,
  batchSize: true,
  emails: true,
  paused: true,
} satisfies Record<keyof Profile, true>;

const profileHelp = `
A profile is JSON with these settings; schema and lookup are needed, all others have a default:
${wrapped(Object.keys(profileSettings).join(', '), 78)
  .map((line) => `  ${line}`)
  .join('\n')}
docs/profiles.md says what each does. --suggest proposes one to begin with.
`;

const profileOptions = z.object({
  suggest: z.string().optional(),
  schema: z.string().optional(),
  lookup: z.string().optional(),
});

const dropSchema = z.object({
  result: z.string().optional(),
  wait: z.boolean().default(true),
  again: z.boolean().optional(),
  sheetName: z.string().min(1).optional(),
  corrects: z.string().optional(),
});

export const declareDrop: Declare = (program, found) => {
  withFolder(program.command('drop'), 'a profile of the inbox, by its name')
    .description('upload a sheet to the inbox and follow its run to the end')
    .option('--folder <folders>', 'with --profile: the folder below it, for example Bexar or 2026/Bexar')
    .option('--wait', 'follow it to the end; this is the default')
    .option('--no-wait', 'end as soon as it is uploaded')
    .option(...sheetNameOption)
    .option('--again', 'import it even if the same content was imported before')
    .option('--corrects <id>', 'the run whose file this one corrects')
    .option(...saveResultOption)
    .action((file: string, options: unknown) => {
      const { wait, result, ...about } = dropSchema.parse(options);
      if (!wait && result !== undefined)
        throw new CliError(
          'usage',
          'With --no-wait there is no result sheet yet. Expected --result or --no-wait, not both.',
        );
      found({ command: 'drop', options: { file, folder: folderOf(options), wait, result, ...about } });
    });
};
