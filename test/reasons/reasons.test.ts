import {
  codeOf,
  migrationReasons,
  reasonCodes,
  reasonText,
  reasonTexts,
  recordReasons,
  runReasons,
  sheetReasons,
  storeReasons,
  wholeRunReasons,
  wholeSheetReasons,
  undoReasons,
  type Reason,
  type ReasonCode,
} from '@sluice/contract';
import { rejectionCodes, rejectionOf } from '@sluice/answers/rejections';
import { fileReasons, type SheetError, type SheetErrorCode } from '@sluice/sheets';
import { beforeAll, expect, test } from 'vitest';
import { wordingProblems } from '../words/jargon.ts';
import { errorsOfFiles } from './file-examples.ts';
import { reasonsOfMigrations } from './migration-examples.ts';
import { reasonsOfRun } from './run-examples.ts';
import { reasonsOfService } from './service-examples.ts';
import { reasonsOfSheets, reasonsOfWholeSheets } from './sheet-examples.ts';
import { reasonsOfUndos } from './undo-examples.ts';
import { reasonsOfWholeRuns } from './whole-run-examples.ts';

/** The first reason of each code that the code makes for these sheets, imports and ends of batches. */
const examples = new Map<ReasonCode, Reason>();
const all: Reason[] = [];
const fileErrors: SheetError[] = [];

beforeAll(async () => {
  all.push(
    ...(await reasonsOfSheets()),
    ...(await reasonsOfWholeSheets()),
    ...(await reasonsOfService()),
    ...(await reasonsOfRun()),
    ...(await reasonsOfWholeRuns()),
    ...(await reasonsOfMigrations()),
    ...(await reasonsOfUndos()),
  );
  fileErrors.push(...(await errorsOfFiles()));
  for (const reason of all) if (!examples.has(reason.code)) examples.set(reason.code, reason);
});

test('every code has an example that the code made', () => {
  expect(reasonCodes.filter((code) => !examples.has(code))).toEqual([]);
  expect(fileCodes.filter((code) => fileErrorOf(code) === undefined)).toEqual([]);
});

test('a code means one thing', () => {
  expect(fileCodes.filter((code) => code in reasonTexts)).toEqual([]);
});

test('the subject of a mail says why a sheet was not taken as a whole', () => {
  const known: readonly string[] = [...fileCodes, ...reasonCodes];
  expect(rejectionCodes.filter((code) => !known.includes(code))).toEqual([]);
  // No sheet is dropped to make a template.
  const dropped = Object.keys(wholeSheetReasons).filter((code) => code !== 'no_template');
  expect(dropped.filter((code) => rejectionOf([code]) === undefined)).toEqual([]);
});

test('every reason is a plain sentence of at most 25 words, with its value and without', () => {
  const texts = [
    ...all.flatMap((reason) => [reasonText(reason), reasonText(reason, { values: false })]),
    ...fileErrors.map(({ message }) => message),
  ];
  const wrong = texts.flatMap((text) => wordingProblems(text).map((problem) => `${problem} in: ${text}`));
  expect(wrong).toEqual([]);
});

test('the code of a reason that the service states is found in its text', () => {
  const stated = all.filter(({ code }) => code in recordReasons || code in storeReasons);
  expect(stated.length).toBeGreaterThan(20);
  expect(stated.filter(({ code, says }) => codeOf(says) !== code)).toEqual([]);
});

test('docs/reasons.md has every code with its example', async () => {
  const table = (texts: object): string[] => [
    '| code | example |',
    '|---|---|',
    ...reasonCodes.filter((code) => code in texts).map((code) => `| \`${code}\` | ${exampleOf(code)} |`),
    '',
  ];
  const lines = [
    ...head,
    '## The file',
    '',
    'Nothing is read, or nothing from this place on. The limits of these examples are small; [files](reading.md) has the real',
    'ones.',
    '',
    '| code | example |',
    '|---|---|',
    ...fileCodes.map((code) => `| \`${code}\` | ${fileErrorOf(code)?.message ?? ''} |`),
    '',
    ...sections.flatMap(([title, about, texts]) => [
      `## ${title}`,
      '',
      ...(about === '' ? [] : [about, '']),
      ...table(texts),
    ]),
  ];
  await expect(lines.join('\n')).toMatchFileSnapshot('../../docs/reasons.md');
});

const sections: readonly (readonly [title: string, about: string, texts: object])[] = [
  [
    'The sheet as a whole',
    'Nothing of such a sheet is imported. The plan and the run state the reason.',
    wholeSheetReasons,
  ],
  ['The row in its sheet', 'The plan names these, and so does a run before anything is sent.', sheetReasons],
  [
    'The record',
    'The plan names these too where a sheet can be wrong so. The service names them of any import.',
    recordReasons,
  ],
  [
    'The record beside those that are stored',
    'Only the service can see these. The dry run of a drop names them.',
    storeReasons,
  ],
  ['The row after it was sent', '', runReasons],
  [
    'The run',
    'Why the drop was not taken, why the run waits for a person, and how it ended.',
    wholeRunReasons,
  ],
  [
    'The migration',
    'Why a start did not begin, why a step failed, and how the migration ended. A step also has the codes of its run.',
    migrationReasons,
  ],
  [
    'The undo',
    'Why a record was not restored. The undo report has these, and so has the answer of `getRevert`.',
    undoReasons,
  ],
];

const head = [
  '<!-- Generated by `test/reasons/reasons.test.ts`. `npx vitest run test/reasons -u` writes it again. -->',
  '',
  '# Reasons',
  '',
  'Why a file, a row or a run was stopped, and why an undo left a record. A reason has one form in the plan, the result',
  'sheet, the mail, on the command line and in JSON: what is wrong, with the value, and what to write instead. Values are',
  'cut at 60 characters. Mails leave them out, since nobody could erase them there.',
  '',
  'The result sheet has the code beside the reason, and a row with several reasons has all of them. The JSON of a run has',
  'the codes of its own reason in `reasonCodes`, and so has that of a migration and of each of its steps.',
  '',
  'The texts are in [`reason-texts.ts`](../packages/contract/src/reasons/reason-texts.ts), those of files in',
  '[`file-reasons.ts`](../packages/sheets/src/model/file-reasons.ts). This page has the first example of each code that',
  'real sheets, imports and runs gave.',
  '',
];

const fileCodes = Object.keys(fileReasons) as SheetErrorCode[];
const fileErrorOf = (code: SheetErrorCode) => fileErrors.find((error) => error.code === code);

function exampleOf(code: ReasonCode): string {
  const reason = examples.get(code);
  return reason === undefined ? '' : reasonText(reason).replaceAll('|', String.raw`\|`);
}
