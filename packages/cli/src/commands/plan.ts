import {
  guardRailsText,
  planFile,
  PlanError,
  type FilePlan,
  type Settings,
  sheetOptionsOf,
} from '@sluice/import-plan';
import { blocksOfVerdict, columnWords, isPlanBad, planWords as says } from '@sluice/answers/plan';
import { openSheet, SheetError } from '@sluice/sheets';
import { CliError } from '../io/cli-error.ts';
import { cut, inColumns, underHeadings, type Lines, type Paint } from '../io/columns.ts';
import type { Command } from '../command/command.ts';
import { checkFolder, type Folder } from '../files/inbox-key.ts';
import { planSettings } from '../files/plan-settings.ts';
import { printable } from '@sluice/contract/words';
import { linesOfAnswer } from '../views/blocks-text.ts';
import type { Services } from '../io/services.ts';
import { commandLine } from '../io/shell.ts';
import { problemText } from '../views/problem-text.ts';
import { fileSource, sourceFile } from '../files/source-file.ts';

interface PlanOptions {
  readonly file: string;
  readonly folder: Folder;
  /** The sheet of a workbook. */
  readonly sheetName?: string | undefined;
  /** How many records are shown as they would be sent. */
  readonly records?: number | undefined;
}

/** Reads a sheet and shows what it would send. */
async function plan(
  { file, folder, sheetName, records }: PlanOptions,
  services: Services,
): Promise<FilePlan> {
  const source = await sourceFile(services.cwd, file);
  if (!('profile' in folder)) checkFolder(folder);
  const settings = await planSettings(folder, file, services);
  try {
    const options = { ...sheetOptionsOf(settings), ...(sheetName !== undefined && { sheetName }) };
    const open = () => openSheet(fileSource(source), options);
    return await planFile({ open, settings, records, hashes: true });
  } catch (error) {
    if (!(error instanceof PlanError || error instanceof SheetError)) throw error;
    const hint = isAboutColumns(error) ? `\n${suggestion(file, settings)}` : '';
    throw new CliError('failed', `${printable(file)}: ${problemText(error)}${hint}`, { cause: error });
  }
}

/** Whether a profile could read the sheet, though its columns do not fit. */
const isAboutColumns = (error: PlanError | SheetError): boolean =>
  error instanceof PlanError &&
  ['no_known_column', 'unknown_columns', 'missing_columns'].includes(error.code);

function suggestion(file: string, { schema, lookup }: Settings): string {
  const place = ['--schema', schema.name, '--lookup', lookup];
  return `Propose a profile for it: ${commandLine('profile', '--suggest', file, ...place)}`;
}

function planText(plan: FilePlan, paint: Paint): Lines {
  return [
    ...verdictText(plan, paint),
    '',
    ...headText(plan),
    '',
    `${says.title.columns}:`,
    ...columnsText(plan),
    '',
    `${says.title.firstRows}:`,
    ...firstRowsText(plan),
    ...transformsText(plan),
    ...recordsText(plan),
    ...problemsText(plan),
  ];
}

function headText({ schema, lookup, notes, warnings, totals, guardRails }: FilePlan): Lines {
  const counts = [says.rows.read(totals.rows), says.rows.wrong(totals.failed)];
  const twins = totals.skipped - totals.landedAlready - totals.asExported;
  const skipped = [
    ...(totals.landedAlready === 0 ? [] : [says.rows.landedAlready(totals.landedAlready)]),
    ...(totals.asExported === 0 ? [] : [says.rows.asExported(totals.asExported)]),
    ...(twins === 0 ? [] : [says.rows.twins(twins)]),
  ];
  const filtered = totals.filtered === 0 ? [] : [says.rows.filtered(totals.filtered)];
  const rails = guardRailsText(guardRails);
  return [
    ...inColumns([
      [says.fact.schema, schema],
      [says.fact.lookup, lookup],
      [says.fact.rows, [...counts, ...skipped, ...filtered].join(', ')],
      ...(rails === '' ? [] : [[says.fact.rails, rails]]),
      ...notes.map((note, at) => [at === 0 ? says.fact.sheet : '', printable(note)]),
      ...warnings.map(({ text }) => [says.fact.warning, printable(text)]),
    ]),
  ];
}

function columnText(column: FilePlan['columns'][number]): string[] {
  const { use, about } = columnWords(column);
  return [`  ${printable(column.header)}`, `→ ${printable(use)}`, about];
}

function columnsText({ columns, constants, recordConstants = [], missed }: FilePlan): Lines {
  const isListed = ({ header, partOf }: FilePlan['columns'][number]) =>
    partOf !== undefined && columns.some((other) => other.header === header && other.field === partOf);
  return inColumns([
    ...columns.filter((column) => !isListed(column)).map(columnText),
    ...Object.entries(constants).map(([field, value]) => [
      `  ${says.column.everyRow}`,
      `→ ${printable(field)}`,
      printable(JSON.stringify(value)),
    ]),
    ...recordConstants.map(({ record, field, value }) => [
      `  ${says.column.record(record)}`,
      `→ ${printable(field)}`,
      printable(JSON.stringify(value)),
    ]),
    ...missed.columns.map((header) => [
      `  ${printable(header)}`,
      says.column.notInSheet,
      says.column.optional,
    ]),
    ...missed.fields.map((field) => [`  ${says.column.noColumn}`, `→ ${field}`, says.column.missing]),
  ]);
}

/** The most characters of a cell that are shown: as many as a time with a zone has. */
const cellWidth = 29;

function firstRowsText({ firstRows }: FilePlan): Lines {
  return inColumns(firstRows.map(({ row, cells }) => [`  ${says.row(row)}`, ...cells.map(cellText)]));
}

const cellText = (cell: string): string => cut(cell, cellWidth);

/** Each transformed cell before and after. */
function transformsText({ transforms = [] }: FilePlan): Lines {
  const lines = transforms.flatMap(({ header, field, rows }) => [
    [`  ${printable(header)}`, `→ ${printable(field)}`],
    ...rows.map(({ row, before, after }) => [`    ${says.row(row)}`, cellText(before), afterText(after)]),
  ]);
  return lines.length === 0 ? [] : ['', `${says.title.transforms}:`, ...inColumns(lines)];
}

function afterText(after: string | undefined): string {
  if (after === undefined) return says.wrong;
  return after.trim() === '' ? says.blank : cellText(after);
}

/** The fields are the headings. */
function recordsText({ records }: FilePlan): Lines {
  if (records === undefined || records.length === 0) return [];
  const fields = [...new Set(records.flatMap(({ fields }) => Object.keys(fields)))];
  const rows = records.map(({ row, fields: values }) => [
    `  ${says.row(row)}`,
    ...fields.map((field) => valueText(values[field])),
  ]);
  return ['', `${says.title.records}:`, ...underHeadings(['', ...fields.map(printable)], rows)];
}

/** A blank cell keeps what is stored; null clears it. */
function valueText(value: unknown): string {
  if (value === undefined) return '';
  if (value === null) return says.cleared;
  return cellText(typeof value === 'string' ? value : JSON.stringify(value));
}

function problemsText({ problems, moreProblems, skipped }: FilePlan): Lines {
  const wrong = problems.map(({ row, reason }) => [`  ${says.row(row)}`, printable(reason)]);
  const more = moreProblems === 0 ? [] : [`  ${says.more(moreProblems)}`];
  const twins = skipped.map(({ row, twinOf }) => `  ${says.twin(row, twinOf)}`);
  return [
    ...(wrong.length === 0 ? [] : ['', `${says.title.wrong}:`, ...inColumns(wrong), ...more]),
    ...(twins.length === 0 ? [] : ['', `${says.title.twins}:`, ...twins]),
  ];
}

/** What the drop will do, in the first line. */
function verdictText({ totals, batches, invalidRows }: FilePlan, paint: Paint): Lines {
  const { records, failed: wrong, landedAlready, asExported } = totals;
  const bytes = batches.reduce((sum, batch) => sum + batch.bytes, 0);
  const facts = {
    ...{ records, wrong, landedAlready, asExported, stops: invalidRows === 'stop' },
    size: { batches: totals.batches, bytes },
  };
  return linesOfAnswer(blocksOfVerdict(facts), isPlanBad(facts) ? paint.red : paint.green);
}

export const command: Command<PlanOptions, FilePlan> = {
  run: plan,
  text: planText,
  exit: ({ totals }) => (totals.failed === 0 ? 'ok' : 'rowsLeft'),
};
