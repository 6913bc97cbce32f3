import type { Command } from 'commander';
import * as z from 'zod';
import { CliError } from '../io/cli-error.ts';
import type { Folder } from '../files/inbox-key.ts';

/** For `drop` and `run`. */
export const saveResultOption = ['--result <file>', 'save the result sheet there'] as const;

/** For `plan`, `read` and `drop`. */
export const sheetNameOption = ['--sheet-name <name>', 'the sheet of a workbook'] as const;

/** For `call` and `control`. */
export const bodyOption = ['--data <file>', 'the body of the request, from a JSON file'] as const;
export const bodySchema = z.object({ data: z.string().optional() });

/** For `control`, `erase` and `history`. */
export const siteOption = [
  '--site <site>',
  "the name or id of a site; the site of the running system's token when absent",
] as const;
/** For these and `audit`. */
export const panelUrlOption = [
  '--url <url>',
  'of a control panel on AWS; SLUICE_CONTROL_URL, or the running system when absent',
] as const;

/** The options of `plan` and `drop` that select a folder of the inbox. */
export function withFolder(command: Command, profile: string): Command {
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
  folder: z.string().optional(),
});

/** @throws CliError `usage` */
export function folderOf(options: unknown): Folder {
  const { schema, lookup, profile, folder: below } = folderSchema.parse(options);
  if (profile !== undefined && schema === undefined && lookup === undefined) return { profile, below };
  if (below !== undefined)
    throw new CliError(
      'usage',
      '--folder is for a profile, whose files may be in folders of their own. Expected it with --profile.',
    );
  if (profile === undefined && schema !== undefined && lookup !== undefined) return { schema, lookup };
  throw new CliError(
    'usage',
    'What are the rows? Expected --schema and --lookup, such as --schema client --lookup email, or --profile alone.',
  );
}
