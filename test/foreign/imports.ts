import { randomUUID } from 'node:crypto';
import { invalid, Refusal } from './refusal.ts';
import {
  fieldsOf,
  isFields,
  listIn,
  problemOf,
  textIn,
  type Kind,
  type Records,
  type Stored,
} from './records.ts';
import type { Asked, Fields, Ways } from './options.ts';

interface Row {
  readonly kind: Kind;
  readonly lookup: string;
  readonly fields: Fields;
  /** What every record of the set has besides. */
  readonly fixed: Fields;
}

interface Import extends Asked {
  readonly importId: string;
  readonly site: string;
  readonly rows: readonly Row[];
  readonly doneAt: number;
  readonly createdDate: string;
  status: string;
  errorMessage?: string | undefined;
  outcomes: [number, string, string?][];
  readonly before: Map<string, Stored | undefined>;
}

const schemas: Readonly<Record<string, { readonly kind: Kind; readonly fixed: Fields }>> = {
  client: { kind: 'user', fixed: { userType: 'client' } },
  professional: { kind: 'user', fixed: { userType: 'professional' } },
  issue: { kind: 'issue', fixed: {} },
  interestaccount: { kind: 'interestAccount', fixed: {} },
  role: { kind: 'role', fixed: {} },
  list: { kind: 'list', fixed: {} },
};

const folded = (text: string): string => text.toLowerCase().replaceAll(/\s+/gu, '');

/** The records of a request as they are to be stored. @throws Refusal naming a whole set */
function rowsIn(site: string, body: Fields, records: Records): Row[] {
  return listIn(body, 'recordSets', isFields).flatMap((set) => {
    const name = folded(textIn(set, 'schema'));
    const list = name.startsWith('listitem.')
      ? records.all(site, 'list').find(({ fields }) => folded(String(fields['name'])) === name.slice(9))
      : undefined;
    const schema = list ? { kind: 'item' as const, fixed: { listId: list.id } } : schemas[name];
    if (schema === undefined) throw invalid('One of the schemas is not known here.');
    const wanted = folded(textIn(set, 'lookup'));
    const lookup = fieldsOf[schema.kind].find((field) => folded(field) === wanted);
    if (lookup === undefined) throw invalid('One of the lookups is no field of its schema.');
    return listIn(set, 'records', isFields).map((fields) => ({ ...schema, lookup, fields }));
  });
}

const same = (one: unknown, other: unknown): boolean =>
  String(one).trim().toLowerCase() === String(other).trim().toLowerCase();

const foundFor = ({ kind, lookup, fields, fixed }: Row, site: string, records: Records): Stored | undefined =>
  records
    .all(site, kind)
    .filter(
      (one) =>
        one.fields['deleted'] !== true && (kind !== 'item' || one.fields['listId'] === fixed['listId']),
    )
    .find((one) => same(one.fields[lookup], fields[lookup]));

/** Imports as in section 4.2. They are applied when they are due, at the next call. */
export function createImports(ways: Ways, records: Records) {
  const imports = new Map<string, Import>();
  const keys = new Map<string, string>();
  const { names = 'all', numbersFrom = 1 } = ways;

  function problems(rows: readonly Row[], site: string): string | undefined {
    const found = rows.flatMap((row, at) => {
      const { kind, lookup, fields } = row;
      const own =
        fields[lookup] === undefined || fields[lookup] === ''
          ? `${lookup} is missing`
          : problemOf(kind, fields);
      const isLost =
        lookup === 'id' && foundFor(row, site, records) === undefined
          ? 'there is none with this id'
          : undefined;
      const says = own ?? isLost ?? ways.wrong?.(fields);
      return says === undefined ? [] : [`Record ${at + numbersFrom} is not valid: ${says}.`];
    });
    if (found.length === 0) return undefined;
    if (names === 'none') return 'The data is not valid.';
    return names === 'one' ? found[0] : found.join('\n');
  }

  function write(one: Import, most: number): void {
    for (const [at, row] of one.rows.slice(0, most).entries()) {
      const before = foundFor(row, one.site, records);
      const after = { ...row.fixed, ...row.fields };
      const isSame =
        before !== undefined && Object.entries(after).every(([name, value]) => before.fields[name] === value);
      const outcome =
        before === undefined
          ? 'created'
          : isSame
            ? 'unchanged'
            : after['deleted'] === true
              ? 'deleted'
              : 'updated';
      if (!isSame) {
        const { id } = records.put(one.site, row.kind, after, before);
        if (!one.before.has(id)) one.before.set(id, before);
        one.outcomes.push([at + 1, outcome, id]);
      } else one.outcomes.push([at + 1, outcome, before.id]);
    }
  }

  function run(one: Import): void {
    const refusal = problems(one.rows, one.site);
    one.status = refusal === undefined ? 'success' : 'invalid';
    one.errorMessage = refusal;
    if (refusal !== undefined) return;
    const stop = ways.stops?.(one);
    // A dry run leaves out the saving alone.
    const before = one.dryRun ? records.copy() : undefined;
    write(one, stop?.after ?? one.rows.length);
    if (before !== undefined) records.reset(before);
    if (stop === undefined) return;
    one.status = 'error';
    one.errorMessage = stop.says;
  }

  const catchUp = (): void => {
    for (const one of imports.values())
      if (one.status === 'validating' && one.doneAt <= ways.now().getTime()) run(one);
  };

  function statusOf({
    importId,
    status,
    errorMessage,
    outcomes,
    createdDate,
    doneAt,
    dryRun,
  }: Import): object {
    const done = status !== 'validating';
    const counts = Object.fromEntries(
      ['created', 'updated', 'unchanged', 'deleted', 'failed', 'notAttempted'].map((name) => [
        name,
        outcomes.filter(([, outcome]) => outcome === name).length,
      ]),
    );
    const preview = ways.hasPreview
      ? JSON.stringify({ v: 1, counts, outcomes, diffs: [], diffsOmitted: 0, names: [] })
      : undefined;
    return {
      ...{ importId, createdDate, done, status: dryRun && status === 'success' ? 'valid' : status },
      ...{ success: status === 'success', error: status === 'invalid' || status === 'error' },
      ...(errorMessage !== undefined && { errorMessage }),
      ...(done && { ranDate: new Date(doneAt).toISOString() }),
      ...(done && preview !== undefined && { preview }),
    };
  }

  const found = (site: string, importId: string): Import => {
    const one = imports.get(importId);
    if (one?.site !== site) throw new Refusal('not_found', 'There is no such import.');
    return one;
  };

  return {
    imports: imports as ReadonlyMap<string, Import>,
    catchUp,
    begin: (site: string, body: Fields, key: string | undefined): object => {
      const { dryRun = false, filename = '', wait = false } = body;
      const repeated = ways.takesKey && key !== undefined ? keys.get(key) : undefined;
      if (repeated !== undefined) return { importId: repeated };
      const rows = rowsIn(site, body, records);
      const refusal = ways.refusesLater ? undefined : problems(rows, site);
      if (refusal !== undefined) throw invalid(refusal);
      const importId = randomUUID();
      const at = ways.now();
      const one: Import = {
        ...{ importId, site, rows, status: 'validating', outcomes: [], before: new Map() },
        ...{ dryRun: dryRun === true, filename: String(filename), records: rows.map(({ fields }) => fields) },
        ...{ createdDate: at.toISOString(), doneAt: at.getTime() + (ways.runsFor ?? 0) },
      };
      imports.set(importId, one);
      if (key !== undefined) keys.set(key, importId);
      if (wait !== true) return { importId };
      run(one);
      return { importId, importStatus: statusOf(one) };
    },
    status: (site: string, body: Fields): object => ({
      importStatus: statusOf(found(site, textIn(body, 'importId'))),
    }),
    /** The undo of our control panel, for a server that has it. */
    undo: (site: string, body: Fields): object => {
      const one = found(site, textIn(body, 'importId'));
      for (const [id, before] of one.before) records.restore(id, before);
      one.status = 'reverted';
      return {};
    },
    undone: (site: string, body: Fields): object => {
      const one = found(site, textIn(body, 'importId'));
      if (one.status !== 'reverted') throw new Refusal('not_found', 'It was not undone.');
      const items = one.outcomes.map(([number, , id = '']) => ({ number, id, outcome: 'reversed' }));
      const counts = { reversed: items.length, kept: 0, failed: 0 };
      return { revert: { status: 'reverted', counts }, items, hasMore: false };
    },
  };
}
