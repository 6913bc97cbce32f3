import { ApiError, idInput, importSchema } from '@sluice/contract';
import { z } from 'zod';
import { kindOfSet } from '../import/make-plan.ts';
import { stepsAbout } from '../import/steps-beside-plan.ts';
import { createSiteView } from '../import/site-view.ts';
import { walkBack, type Action, type HistoryPosition } from '../import/walk-back.ts';
import type { RecordRef } from '../store/record.ts';
import { siteOperation, type ControlServices } from './control-operation.ts';

/** The most imports of one answer. Each step reads the plan of an import, which may hold 10,000 large records. */
const mostImports = 20;
/** No step starts later than this; the next page continues. */
const beginsUntilMs = 8_000;

/** A version of the record and the import that wrote it: `7 <importId>`. */
const cursorInput = z
  .string()
  .regex(/^\d{1,10} \S{1,200}$/, 'expected the nextCursor of the page before')
  .optional();

interface Touch {
  readonly importId: string;
  /** Absent when the plan of the import is no longer stored. */
  readonly action?: Action;
  readonly status?: string;
  readonly filename?: string | null;
  readonly ranDate?: string | null;
}

/** `further`: the next page continues. `began`: there was no earlier import. `lost`: a plan is no longer stored. */
type End = 'further' | 'began' | 'lost';

export const recordHistory = siteOperation({
  does: 'lists the imports that touched a record, newest first, as far back as they are stored; deleted records too',
  input: z.strictObject({
    siteId: idInput,
    schema: z.string().min(1).max(200),
    id: idInput,
    cursor: cursorInput,
  }),
  run: async ({ siteId, schema, id, cursor }, services) => {
    const kind = await kindOf(siteId, schema, services);
    const record = await services.store.records.get(siteId, { kind, id });
    if (!record)
      throw new ApiError('not_found', 'id: expected the id of a record of this schema, in this site.');
    const { version, deleted, createdDate, updatedDate } = record;
    const from = cursor === undefined ? record : positionOf(cursor);
    const { items, end, next } = await walk({ kind, id }, { from, siteId }, services);
    const nextCursor = next && `${next.version} ${next.importId}`;
    return {
      record: { schema, id, version, deleted, createdDate, updatedDate },
      items,
      end,
      hasMore: next !== undefined,
      ...(nextCursor !== undefined && { nextCursor }),
    };
  },
});

async function kindOf(siteId: string, name: string, { store }: ControlServices): Promise<string> {
  // People call clients and professionals users, as the interface does.
  const schema = importSchema(name === 'user' ? 'client' : name);
  const kind = schema && (await kindOfSet({ schema }, createSiteView(store, siteId)));
  if (kind !== undefined) return kind;
  throw new ApiError(
    'invalid_request',
    'schema: expected user, list, role, issue, interestAccount, or ListItem.<list name> with a list of this site.',
  );
}

function positionOf(cursor: string): HistoryPosition {
  const [version, importId = ''] = cursor.split(' ');
  return { version: Number(version), importId };
}

interface Walk {
  readonly items: Touch[];
  readonly end: End;
  readonly next?: HistoryPosition;
}

async function walk(
  { id }: RecordRef,
  { from, siteId }: { readonly from: HistoryPosition; readonly siteId: string },
  services: ControlServices,
): Promise<Walk> {
  const begun = services.now().getTime();
  const items: Touch[] = [];
  let position = from;
  while (position.importId !== null) {
    const { importId } = position;
    const isLate = items.length > 0 && services.now().getTime() - begun >= beginsUntilMs;
    if (items.length === mostImports || isLate) return { items, end: 'further', next: position };
    const back = walkBack(position, await stepsAbout(services.blobs, { siteId, importId }, id));
    const about = await aboutImport(siteId, importId, services);
    items.push({ importId, ...about, ...(back.kind !== 'lost' && { action: back.action }) });
    if (back.kind !== 'before') return { items, end: back.kind };
    position = back.before;
  }
  return { items, end: 'began' };
}

async function aboutImport(
  siteId: string,
  importId: string,
  { store }: ControlServices,
): Promise<Partial<Touch>> {
  const item = await store.imports.get(siteId, importId);
  return item ? { status: item.state, filename: item.filename, ranDate: item.ranDate } : {};
}
