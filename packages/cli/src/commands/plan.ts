import {
  guardRailsText,
  planFile,
  PlanError,
  type FilePlan,
  type Settings,
  sheetOptionsOf,
} from '@sluice/import-plan';
import { openSheet, SheetError } from '@sluice/sheets';
import { CliError } from '../io/cli-error.ts';
import { cut, inColumns, underHeadings, type Lines, type Paint } from '../io/columns.ts';
import type { Command } from '../command/command.ts';
import { checkFolder, type Folder } from '../files/inbox-key.ts';
import { planSettings } from '../files/plan-settings.ts';
import { counted, number, printable } from '@sluice/contract/words';
import type { Services } from '../io/services.ts';
import { commandLine } from '../io/shell.ts';
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
    throw new CliError('failed', `${printable(file)}: ${error.message}${hint}`, { cause: error });
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
    'Columns:',
    ...columnsText(plan),
    '',
    'First rows:',
    ...firstRowsText(plan),
    ...transformsText(plan),
    ...recordsText(plan),
    ...problemsText(plan),
  ];
}

function headText({ schema, lookup, notes, warnings, totals, guardRails }: FilePlan): Lines {
  const counts = [`${number(totals.rows)} read`, `${number(totals.failed)} wrong`];
  const twins = totals.skipped - totals.landedAlready - totals.asExported;
  const skipped = [
    ...(totals.landedAlready === 0 ? [] : [`${number(totals.landedAlready)} landed already`]),
    ...(totals.asExported === 0 ? [] : [`${number(totals.asExported)} as exported`]),
    ...(twins === 0 ? [] : [`${number(twins)} equal to an earlier row`]),
  ];
  const filtered = totals.filtered === 0 ? [] : [`${number(totals.filtered)} filtered out`];
  const rails = guardRailsText(guardRails);
  return [
    ...inColumns([
      ['schema', schema],
      ['lookup', lookup],
      ['rows', [...counts, ...skipped, ...filtered].join(', ')],
      ...(rails === '' ? [] : [['guard rails', rails]]),
      ...notes.map((note, at) => [at === 0 ? 'sheet' : '', printable(note)]),
      ...warnings.map(({ text }) => ['warning', printable(text)]),
    ]),
  ];
}

/** What a column without a field of its own is for. */
function useOf({ partOf, filters }: FilePlan['columns'][number]): string {
  if (partOf !== undefined) return `part of ${partOf}`;
  return filters ? 'filters the rows' : 'left out';
}

function columnText(column: FilePlan['columns'][number]): string[] {
  const { header, field, type = '', written, record } = column;
  const facts = [
    typeWords[type] ?? type,
    written === undefined ? '' : writtenWords[written],
    record === undefined ? '' : `record ${record} of the row`,
  ];
  const shown = facts.filter((fact) => fact !== '').join(', ');
  return [`  ${printable(header)}`, `→ ${printable(field ?? useOf(column))}`, shown];
}

/** Types whose names are no plain words. */
const typeWords: Readonly<Record<string, string>> = { textList: 'texts', idList: 'ids' };

function columnsText({ columns, constants, recordConstants = [], missed }: FilePlan): Lines {
  const isListed = ({ header, partOf }: FilePlan['columns'][number]) =>
    partOf !== undefined && columns.some((other) => other.header === header && other.field === partOf);
  return inColumns([
    ...columns.filter((column) => !isListed(column)).map(columnText),
    ...Object.entries(constants).map(([field, value]) => [
      '  (every row)',
      `→ ${printable(field)}`,
      printable(JSON.stringify(value)),
    ]),
    ...recordConstants.map(({ record, field, value }) => [
      `  (record ${record})`,
      `→ ${printable(field)}`,
      printable(JSON.stringify(value)),
    ]),
    ...missed.columns.map((header) => [`  ${printable(header)}`, 'not in this sheet', 'optional']),
    ...missed.fields.map((field) => [
      '  (no column)',
      `→ ${field}`,
      'missing: only existing records can be changed',
    ]),
  ]);
}

const writtenWords = {
  dmy: 'day first',
  mdy: 'month first',
  ymd: 'year first',
  comma: 'decimal comma',
  point: 'decimal point',
} as const;

/** The most characters of a cell that are shown: as many as a time with a zone has. */
const cellWidth = 29;

function firstRowsText({ firstRows }: FilePlan): Lines {
  return inColumns(firstRows.map(({ row, cells }) => [`  row ${row}`, ...cells.map(cellText)]));
}

const cellText = (cell: string): string => cut(cell, cellWidth);

/** Each transformed cell before and after. */
function transformsText({ transforms = [] }: FilePlan): Lines {
  const lines = transforms.flatMap(({ header, field, rows }) => [
    [`  ${printable(header)}`, `→ ${printable(field)}`],
    ...rows.map(({ row, before, after }) => [`    row ${row}`, cellText(before), afterText(after)]),
  ]);
  return lines.length === 0 ? [] : ['', 'Transforms, before and after:', ...inColumns(lines)];
}

function afterText(after: string | undefined): string {
  if (after === undefined) return '(wrong)';
  return after.trim() === '' ? '(blank)' : cellText(after);
}

/** The fields are the headings. */
function recordsText({ records }: FilePlan): Lines {
  if (records === undefined || records.length === 0) return [];
  const fields = [...new Set(records.flatMap(({ fields }) => Object.keys(fields)))];
  const rows = records.map(({ row, fields: values }) => [
    `  row ${row}`,
    ...fields.map((field) => valueText(values[field])),
  ]);
  return ['', 'Records as they would be stored:', ...underHeadings(['', ...fields.map(printable)], rows)];
}

/** A blank cell keeps what is stored; null clears it. */
function valueText(value: unknown): string {
  if (value === undefined) return '';
  if (value === null) return '(cleared)';
  return cellText(typeof value === 'string' ? value : JSON.stringify(value));
}

function problemsText({ problems, moreProblems, skipped }: FilePlan): Lines {
  const wrong = problems.map(({ row, reason }) => [`  row ${row}`, printable(reason)]);
  const more = moreProblems === 0 ? [] : [`  and ${number(moreProblems)} more`];
  const twins = skipped.map(({ row, twinOf }) => `  row ${row} equals row ${twinOf}`);
  return [
    ...(wrong.length === 0 ? [] : ['', 'Wrong rows:', ...inColumns(wrong), ...more]),
    ...(twins.length === 0 ? [] : ['', 'Rows left out as equal to an earlier one:', ...twins]),
  ];
}

/** What the drop will do, in the first line. */
function verdictText(plan: FilePlan, paint: Paint): string[] {
  const { totals, batches, invalidRows } = plan;
  const { failed, landedAlready, asExported } = totals;
  if (totals.records === 0 && failed > 0) {
    const left = landedAlready + asExported;
    const which =
      left === 0 ? 'every row is wrong' : `${areWrong(failed)}, and all others ${leftOutText(totals)}`;
    return [paint.red(`Nothing would be written: ${which}.`), correctThem];
  }
  if (totals.records === 0) return [paint.green(`Nothing would be sent: every row ${leftOutText(totals)}.`)];
  if (failed > 0 && invalidRows === 'stop')
    return [
      paint.red(`Nothing would be written: ${areWrong(failed)}, and every row must be right.`),
      correctThem,
    ];
  const bytes = batches.reduce((sum, batch) => sum + batch.bytes, 0);
  const size = `${counted(totals.records, 'record')} in ${counted(totals.batches, 'batch', 'batches')}, ${number(bytes)} bytes`;
  return [
    paint.green(`It would send ${size}: as a dry run first, then for real.`),
    ...(failed > 0
      ? [paint.yellow(`${areWrong(failed)} and would be left out, as the profile says (invalidRows: skip).`)]
      : []),
  ];
}

function leftOutText({ landedAlready, asExported }: FilePlan['totals']): string {
  if (asExported === 0) return 'landed already';
  return landedAlready === 0 ? 'is as exported' : 'landed already or is as exported';
}

const correctThem = 'Correct the rows below, then drop the sheet.';
const areWrong = (rows: number): string => `${counted(rows, 'row')} ${rows === 1 ? 'is' : 'are'} wrong`;

export const command: Command<PlanOptions, FilePlan> = {
  run: plan,
  text: planText,
  exit: ({ totals }) => (totals.failed === 0 ? 'ok' : 'rowsLeft'),
};
