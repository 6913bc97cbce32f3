import { are, counted, number, rows } from '@sluice/contract/words';
import { run } from './run.ts';

/** What is said of a sheet that was read and not dropped yet. */
export const plan = {
  verdict: {
    sends: (records: number) =>
      `It would send ${counted(records, 'record')}: as a dry run first, then for real.`,
    sendsOf: (records: number, batches: number, bytes: number) =>
      `It would send ${counted(records, 'record')} in ${counted(batches, 'batch', 'batches')}, ${number(bytes)} bytes: as a dry run first, then for real.`,
    leavesOutWrong: (wrong: number) =>
      `${rows(wrong)} ${are(wrong)} wrong and would be left out, as the profile says.`,
    leavesOut: (landed: number, exported: number) =>
      `${[
        ...(landed === 0 ? [] : [`${rows(landed)} landed already`]),
        ...(exported === 0 ? [] : [`${rows(exported)} ${are(exported)} as exported`]),
      ].join(', ')}, and would be left out.`,
    stops: (wrong: number) =>
      `Nothing would be written: ${rows(wrong)} ${are(wrong)} wrong, and every row must be right.`,
    allWrong: 'Nothing would be written: every row is wrong.',
    othersLeftOut: (wrong: number, landed: number, exported: number) =>
      `Nothing would be written: ${rows(wrong)} ${are(wrong)} wrong, and all others ${leftOut(landed, exported)}.`,
    nothing: (landed: number, exported: number) =>
      `Nothing would be sent: every row ${leftOut(landed, exported)}.`,
    correct: 'Correct the wrong rows, then drop the sheet.',
  },
  /** How far a check is, and what it found. */
  checking: (read: number, wrong: number) =>
    `Checking: ${number(read)} rows read, ${number(wrong)} wrong so far.`,
  endedAfter: (read: number) => `Reading ended after ${number(read)} rows.`,
  wrongOf: (wrong: number, read: number) => `${number(wrong)} of ${rows(read)} ${are(wrong)} wrong.`,
  right: (read: number) =>
    read === 1
      ? 'The only row is right.'
      : read === 2
        ? 'Both rows are right.'
        : `All ${rows(read)} are right.`,
  column: {
    partOf: (field: string) => `part of ${field}`,
    filters: 'filters the rows',
    leftOut: 'left out',
    ofRecord: (record: number) => `record ${record} of the row`,
    everyRow: '(every row)',
    record: (record: number) => `(record ${record})`,
    notInSheet: 'not in this sheet',
    optional: 'optional',
    noColumn: '(no column)',
    missing: 'missing: only existing records can be changed',
  },
  /** Types whose names are no plain words. */
  type: { textList: 'texts', idList: 'ids' } as Readonly<Record<string, string>>,
  written: {
    dmy: 'day first',
    mdy: 'month first',
    ymd: 'year first',
    comma: 'decimal comma',
    point: 'decimal point',
  },
  fact: {
    schema: 'schema',
    lookup: 'lookup',
    rows: 'rows',
    rails: 'guard rails',
    sheet: 'sheet',
    warning: 'warning',
  },
  rows: {
    read: (n: number) => `${number(n)} read`,
    wrong: (n: number) => `${number(n)} wrong`,
    landedAlready: (n: number) => `${number(n)} landed already`,
    asExported: (n: number) => `${number(n)} as exported`,
    twins: (n: number) => `${number(n)} equal to an earlier row`,
    filtered: (n: number) => `${number(n)} filtered out`,
  },
  title: {
    columns: 'Columns',
    firstRows: 'First rows',
    transforms: 'Transforms, before and after',
    records: 'Records as they would be stored',
    wrong: 'Wrong rows',
    twins: 'Rows left out as equal to an earlier one',
  },
  row: (n: number | string) => `row ${n}`,
  twin: (row: number, of: number) => `row ${row} equals row ${of}`,
  more: run.more,
  wrong: '(wrong)',
  blank: '(blank)',
  cleared: '(cleared)',
};

function leftOut(landed: number, exported: number): string {
  if (exported === 0) return 'landed already';
  return landed === 0 ? 'is as exported' : 'landed already or is as exported';
}

export type PlanMessages = typeof plan;
