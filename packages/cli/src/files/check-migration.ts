import { meantBy } from '@sluice/contract';
import { settingsOfProfile, sheetOptionsOf, type Settings } from '@sluice/import-plan';
import { unknownName, type LooseStep } from '@sluice/ledger/migrations';
import { fileTypes, openSheet, SheetError } from '@sluice/sheets';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Buckets } from '../system/drop-bucket.ts';
import { namesKept } from './kept-names.ts';
import { profileKey } from './plan-settings.ts';
import { fileSource, type SourceFile } from './source-file.ts';

/** A file, and where the steps expect it in the drop bucket. */
export interface PlacedFile {
  readonly source: SourceFile;
  readonly key: string;
}

/** What the running system and the given files show about the steps of a migration. */
export interface StepFindings {
  /** What makes a step fail. */
  readonly problems: readonly string[];
  /** Files that are not there yet. */
  readonly missing: readonly string[];
}

/** Looks for the profile and the files of each step, and for its sheet in a given workbook. What may not be read is not checked. */
export async function checkSteps(
  steps: readonly LooseStep[],
  placed: readonly PlacedFile[],
  buckets: Buckets,
): Promise<StepFindings> {
  const known = await buckets.keysBelow('migrations/');
  const found = await Promise.all(
    steps.map(async (step, at) => {
      const { problem, settings } = await profileOf(step, buckets);
      const sheets = await Promise.all(
        placed.filter(({ key }) => isOf(step, key)).map((file) => sheetProblem(file, step, settings)),
      );
      const named = (what: string) => `step ${at + 1}: ${what}`;
      const missing =
        known === undefined ? [] : missingFiles(step, [...known, ...placed.map(({ key }) => key)]);
      return {
        problems: [problem, ...sheets].filter((one) => one !== undefined).map(named),
        missing: missing.map(named),
      };
    }),
  );
  return {
    problems: found.flatMap(({ problems }) => problems),
    missing: found.flatMap(({ missing }) => missing),
  };
}

/** What the names of steps and of files show, without a system. A given file is judged by its content instead. */
export function nameProblems(steps: readonly LooseStep[], placed: readonly PlacedFile[]): string[] {
  return steps.flatMap(({ name, file, sheet }, at) => {
    const given = placed.some(({ key }) => key === file);
    const first = name ? steps.findIndex((other) => other.name === name) : at;
    return [
      ...(first < at ? [`it has the name of step ${first + 1}, "${name}"; give it another one`] : []),
      ...(file === undefined || given ? [] : endingProblems(file, sheet)),
    ].map((what) => `step ${at + 1}: ${what}`);
  });
}

function endingProblems(file: string, sheet: string | undefined): string[] {
  const name = basename(file);
  if (/\.xls$/iu.test(file)) return [`${name} is an old Excel workbook; save it as .xlsx, and name that`];
  return sheet && texts.some((format) => fileTypes[format].endings.test(file)) ? [noSheets(name)] : [];
}

const texts = ['csv', 'jsonl'] as const;

const noSheets = (name: string): string => `"sheet" is for workbooks, which ${name} is not; remove it`;

const isOf = ({ file, prefix, bucket }: LooseStep, key: string): boolean =>
  bucket === undefined &&
  (file === undefined ? prefix !== undefined && key.startsWith(prefix) : key === file);

async function profileOf(
  { profile }: LooseStep,
  buckets: Buckets,
): Promise<{ readonly problem?: string; readonly settings?: Settings }> {
  if (!profile) return {};
  const stored = await buckets.readProfile(profileKey(profile)).catch(() => 'unknown' as const);
  if (stored === 'unknown') return {};
  if (stored === undefined) {
    const names = await namesKept('profile', buckets);
    const what = `there is no profile "${profile}"`;
    return { problem: names.length === 0 ? `${what}; save it first` : unknownName(what, profile, names) };
  }
  const result = await settingsOfProfile(profile, stored.text);
  return result.kind === 'refused'
    ? { problem: `profile ${profile}: ${result.reason.replace(/\.$/u, '')}` }
    : { settings: result.settings };
}

async function sheetProblem(
  { source }: PlacedFile,
  { sheet }: LooseStep,
  settings: Settings | undefined,
): Promise<string | undefined> {
  const options = { ...(settings && sheetOptionsOf(settings)), ...(sheet && { sheetName: sheet }) };
  try {
    const { facts } = await openSheet(fileSource(source), options);
    return sheet && texts.some((format) => format === facts.format) ? noSheets(source.name) : undefined;
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    const { names = [], code, message } = error;
    if (code === 'which_sheet' && sheet === undefined)
      return `${source.name} has ${names.length} sheets; write "sheet" with one of ${names.join(', ')}`;
    if (code === 'too_many_sheets')
      return `${source.name} has too many sheets; write "sheet" with the name of one`;
    const near = sheet && meantBy(sheet, names);
    return near
      ? `${source.name} has no sheet "${sheet}"; did you mean "${near}"?`
      : `${source.name}: ${message.replace(/\.$/u, '')}`;
  }
}

function missingFiles({ file, prefix, bucket, ifEmpty }: LooseStep, known: readonly string[]): string[] {
  const place = file ?? prefix;
  if (!place || bucket !== undefined || ifEmpty === 'goOn') return [];
  if (known.some((key) => isOf({ file, prefix }, key))) return [];
  const others = file === undefined ? known.map((key) => key.slice(0, key.lastIndexOf('/') + 1)) : known;
  const near = meantBy(place, [...new Set(others)]);
  const what = file === undefined ? `there is no file below ${place} yet` : `there is no file ${place} yet`;
  return [near === undefined ? what : `${what}; did you mean ${near}?`];
}

/** The text of an object of the drop bucket, if there is one. */
export async function droppedText(key: string, buckets: Buckets): Promise<string | undefined> {
  const bytes = await buckets.readDropped(key);
  return bytes === undefined ? undefined : text(bytes);
}
