import type { Sheet } from '@sluice/sheets';
import type { Batcher } from '../batches/batcher.ts';
import type { Column } from '../columns/column.ts';
import { formatsOfRecords } from '../columns/detect-formats.ts';
import { columnsOfRecords, type RecordPart } from '../columns/match-records.ts';
import type { PlanRequest } from '../model/plan-types.ts';
import type { SheetTexts } from '../model/sheet-texts.ts';
import type { Settings } from '../profile/settings.ts';
import { asDropped } from '../result-sheet/result-columns.ts';
import { keptRows, rowFilter, type RowFilter } from '../rows/row-filter.ts';
import { recordsReader, type RecordsReader } from '../rows/row-records.ts';
import { asWritten, detectTexts, oddTextIn, repaired } from '../texts/detect-texts.ts';
import type { RowPlan, RowSettings } from './plan-row.ts';

/** What its header, the settings and its whole columns show of a sheet. */
export interface SheetReading {
  /** From its start, with its text repaired. */
  readonly sheet: Sheet;
  readonly header: readonly string[];
  readonly filter: RowFilter | undefined;
  /** As the header shows them. */
  readonly matched: readonly RecordPart[];
  /** With the formats of their cells, once these are detected. */
  readonly parts: readonly RecordPart[];
  /** Undefined until a cell may be damaged. */
  readonly texts: SheetTexts | undefined;
  readonly readerOf: (parts: readonly RecordPart[]) => RecordsReader;
  readonly readRecords: RecordsReader;
}

type Open = PlanRequest['open'];

/** @throws PlanError if two columns have the name of one in the filter */
export function readingOf(
  sheet: Sheet,
  { header, matched }: Pick<SheetReading, 'header' | 'matched'>,
  { settings, batcher: { recordBytes, json } }: { readonly settings: Settings; readonly batcher: Batcher },
): SheetReading {
  const { fixedWidth } = sheet.facts;
  const readerOf: SheetReading['readerOf'] = (parts) =>
    recordsReader(parts, { header, recordBytes, json, fixedWidth });
  return {
    sheet,
    header,
    filter: rowFilter(header, settings),
    matched,
    parts: matched,
    texts: settings.reading.text === 'keep' ? asWritten : undefined,
    readerOf,
    readRecords: readerOf(matched),
  };
}

export function columnsIn({ parts, header }: Pick<SheetReading, 'parts' | 'header'>): readonly Column[] {
  return columnsOfRecords(parts, header.length);
}

/** By chunks, since a sheet learns while it is read whether cells may be damaged. */
export function rowSettingsOf(reading: SheetReading): () => RowSettings {
  const { sheet, filter, readRecords, parts, texts } = reading;
  const fields = parts.flatMap(({ columns }) => columns);
  const open = fields.filter(({ target }) => target?.format && !target.format.refused);
  const isOdd = oddTextIn(columnsIn(reading), sheet);
  return () => {
    const mayBeOdd = texts === undefined && sheet.mayBeDamaged?.() !== false;
    return { filter, readRecords, open, isOdd: mayBeOdd ? isOdd : undefined };
  };
}

async function repairedSheet({ texts }: SheetReading, open: Open): Promise<Sheet> {
  return repaired(asDropped(await open()), texts);
}

/** Without the rows that the filter leaves out. */
export async function keptSheet(reading: SheetReading, open: Open): Promise<Sheet> {
  return keptRows(await repairedSheet(reading, open), reading.filter);
}

/** With what the whole columns show: the sheet is read once more, or a few times, and opened again. */
export async function withColumns(
  reading: SheetReading,
  needs: Extract<RowPlan, { kind: 'unknown' }>['needs'],
  open: Open,
): Promise<SheetReading> {
  let known = needs === 'formats' ? await withFormats(reading, open) : await withTexts(reading, open);
  if (needs === 'texts' && hasRepairs(known) && known.parts !== known.matched)
    known = await withFormats(known, open);
  return { ...known, sheet: await repairedSheet(known, open) };
}

async function withFormats(reading: SheetReading, open: Open): Promise<SheetReading> {
  const { matched, readerOf } = reading;
  const sheet = await keptSheet(reading, open);
  let known = { ...reading, parts: await formatsOfRecords(sheet, matched) };
  if (known.texts === undefined && sheet.mayBeDamaged?.()) known = await withTexts(known, open);
  // Repaired cells are further evidence.
  if (reading.texts === undefined && hasRepairs(known))
    known = { ...known, parts: await formatsOfRecords(await keptSheet(known, open), matched) };
  return { ...known, readRecords: readerOf(known.parts) };
}

async function withTexts<Reading extends SheetReading>(reading: Reading, open: Open): Promise<Reading> {
  return { ...reading, texts: await detectTexts(asDropped(await open()), columnsIn(reading)) };
}

const hasRepairs = ({ texts }: SheetReading): boolean => (texts?.repairs.size ?? 0) > 0;
