import { dropperText } from '@sluice/ledger';
import { counted, time, printable } from '@sluice/contract/words';
import type { RecordHistoryPage, RecordWrite, WritingRun } from '@sluice/ledger/views';
import { cut, inColumns, type Lines } from '../io/columns.ts';

export interface RecordHistory {
  readonly record: RecordHistoryPage['record'];
  /** Newest first. */
  readonly writes: readonly RecordWrite[];
  /** False when the values before the oldest one are no longer stored, so that earlier writes are unknown. */
  readonly complete: boolean;
}

export function recordHistoryText({ record, writes, complete }: RecordHistory): Lines {
  const { schema, id, deleted } = record;
  const state = deleted ? ', deleted' : '';
  const head = `${printable(schema)} ${printable(id)}${state}: ${counted(writes.length, 'change')}, newest first.`;
  const end = complete
    ? 'Nothing changed it before.'
    : 'Earlier changes are not shown: what the record was then is no longer stored.';
  return [head, ...writes.flatMap((write) => ['', ...writeText(write)]), '', end];
}

const actions = { create: 'created', update: 'changed', delete: 'deleted' } as const;

function writeText(write: RecordWrite): Lines {
  const { date, action, version, changes } = write;
  const title = [
    date ? time(date) : 'time not known',
    action ? actions[action] : 'written',
    ...(version === undefined ? [] : [`(version ${version})`]),
    ...verdictOf(write),
  ];
  const facts = [...changesText(write), ...sourceText(write), ...undoText(write), ...coveredText(write)];
  return [
    title.join(' '),
    ...inColumns(facts.map(([name, value = '']) => [`  ${name}`, value])),
    ...(changes ? [] : [withoutValues(write)]),
  ];
}

const withoutValues = ({ values }: RecordWrite): string =>
  values === 'altered'
    ? '  ALTERED: what is stored of this write is not what was stored then, so no values are shown.'
    : '  The values are no longer stored.';

const coveredText = ({ values, changes }: RecordWrite): string[][] =>
  changes && values === 'notCovered'
    ? [['proof', 'not covered: the history has no hash of these values']]
    : [];

function verdictOf({ undo }: RecordWrite): string[] {
  if (undo?.outcome === undefined) return [];
  return [{ reversed: '- UNDONE', kept: '- kept by an undo', failed: '- NOT UNDONE' }[undo.outcome]];
}

function changesText({ changes = {} }: RecordWrite): string[][] {
  return Object.entries(changes).map(([field, [from, to]]) => [
    printable(field),
    `${valueText(from)} → ${valueText(to)}`,
  ]);
}

/** In characters. `--format json` has the whole value. */
const longestValue = 200;

/** A stored date as it is written in a sheet, and a stored time as everywhere; any other text as it is. */
function dateText(text: string): string {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u.test(text)) return text;
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 'yyyy-mm-dd'.length) : time(text);
}

function valueText(value: unknown): string {
  if (value === null) return '(empty)';
  const text = typeof value === 'string' ? dateText(value) : JSON.stringify(value);
  return cut(text, longestValue);
}

function sourceText({ run, importId, number, operation, by, from }: RecordWrite): string[][] {
  const called =
    by === undefined ? '' : printable(`${operation ?? 'called'} by ${by}, from ${from ?? 'unknown'}`);
  const imported =
    importId === undefined ? '' : `${printable(importId)}${number === undefined ? '' : `, record ${number}`}`;
  if (!run)
    return given([
      ['import', imported],
      ['call', called],
    ]);
  const { rows, key, runId, droppedFrom, approved, migration } = run;
  const place = rows.length === 0 ? '' : `, ${rows.length === 1 ? 'row' : 'rows'} ${rows.join(', ')}`;
  const droppedAt = droppedFrom === undefined ? '' : `, from ${droppedFrom}`;
  return given([
    ['file', printable(`${key}${place}`)],
    ['dropped by', printable(`${dropperText(run)}${droppedAt}`)],
    ['run', `${runId}, import ${imported}`],
    [
      'approved by',
      approved ? printable(`${approved.by}, ${time(approved.at)}`) : 'nobody: this run needed no approval',
    ],
    ['migration', migration ? printable(migrationOf(migration)) : ''],
  ]);
}

function migrationOf({
  name,
  step,
  migrationId,
  scheduledAt,
  startedBy,
}: NonNullable<WritingRun['migration']>): string {
  const by = startedBy === undefined ? '' : ` by ${startedBy}`;
  return `${name}, step ${step}; start ${migrationId}, ${time(scheduledAt)}${by}`;
}

/** What an undo made of a record, by what the undone write did. */
const restored = {
  create: 'this record was removed again',
  update: 'this record has its earlier values again',
  delete: 'this record is there again',
} as const;

function outcomeText({ undo, action = 'update' }: RecordWrite): string {
  if (undo?.outcome === 'reversed') return restored[action];
  if (undo?.outcome === 'kept') return 'this record was not undone';
  if (undo?.outcome === 'failed') return 'this record could not be restored';
  return undo?.endedDate === null ? 'it is under way' : 'what became of this record is no longer stored';
}

function undoText(write: RecordWrite): string[][] {
  const { undo, run } = write;
  if (!undo) return [];
  const { reason = '', by, startedDate, endedDate } = undo;
  const whose =
    run?.undoneBy === undefined ? `${by}, who undid the import` : `${run.undoneBy}, who undid the run`;
  const what = `${time(endedDate ?? startedDate)} by ${whose}: ${outcomeText(write)}. ${reason}`;
  return [['undo', printable(what.trim())]];
}

const given = (rows: string[][]): string[][] => rows.filter(([, text]) => text !== '');
