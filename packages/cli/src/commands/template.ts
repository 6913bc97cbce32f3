import { importSchema } from '@sluice/contract';
import { hintOf, PlanError, templateColumns, writeTemplate, type TemplateColumn } from '@sluice/import-plan';
import { CliError } from '../io/cli-error.ts';
import type { Command } from '../command/command.ts';
import { checkFolder, optionsOf, type Folder } from '../files/inbox-key.ts';
import { planSettings } from '../files/plan-settings.ts';
import { checkTarget, saveFile } from '../files/save-file.ts';
import { formatFor, type Pieces } from '../files/written-sheet.ts';
import type { Services } from '../io/services.ts';
import { commandLine } from '../io/shell.ts';
import { printable } from '@sluice/contract/words';
import { inColumns, type Lines } from '../io/columns.ts';

interface TemplateOptions {
  /** Where the sheet is saved; on stdout when absent. */
  readonly file?: string | undefined;
  readonly folder: Folder | { readonly schema: string };
}

interface Template {
  readonly columns: readonly TemplateColumn[];
  /** The sheet, unless it was saved. */
  readonly pieces?: Pieces;
}

/** Lookups in the order in which most sheets have them. */
const usualLookups = ['identifier', 'ownerNumber', 'email', 'code'];

/** Any lookup of a schema will do. */
function withLookup(folder: TemplateOptions['folder']): Folder {
  if ('profile' in folder || 'lookup' in folder) return folder;
  const { schema } = folder;
  const lookups = importSchema(schema)?.lookups ?? [];
  const usual = usualLookups.find((name) => lookups.includes(name)) ?? lookups.find((name) => name !== 'id');
  return { schema, lookup: usual ?? 'id' };
}

/** Writes an empty sheet for a schema or a profile. */
async function template(options: TemplateOptions, services: Services): Promise<Template> {
  const { file } = options;
  const folder = withLookup(options.folder);
  const format = formatFor(file);
  if (file !== undefined) await checkTarget({ file, option: 'FILE' }, services);
  if (!('profile' in folder)) checkFolder(folder);
  const settings = await planSettings(folder, '', services);
  const columns = templateColumns(settings);
  try {
    const pieces = writeTemplate(settings, format);
    if (file === undefined) return { columns, pieces };
    await saveFile({ file, option: 'FILE' }, pieces, services);
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw new CliError('failed', error.message, { cause: error });
  }
  const next = commandLine('plan', file, ...optionsOf(folder));
  services.voice.say(`Saved ${printable(file)}. Fill it in, then: ${next}`);
  return { columns };
}

const columnsText = (columns: readonly TemplateColumn[]): Lines =>
  inColumns(columns.map((column) => [printable(column.header), printable(hintOf(column))]));

export const command: Command<TemplateOptions, Template> = {
  run: template,
  text: ({ columns, pieces }) => (pieces === undefined ? columnsText(columns) : pieces),
  json: ({ columns }) => columns,
};
