import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { ApiError } from '@sluice/contract';
import type { Position } from '../store/store.ts';

/** What a cursor is bound to: with another site, operation, filter or sort it is refused. */
export interface CursorScope {
  readonly siteId: string;
  readonly operation: string;
  readonly sort: string;
  readonly filters: Readonly<Record<string, unknown>>;
}

const position = z.object({ i: z.string(), u: z.string() });

export function writeCursor(key: Uint8Array, scope: CursorScope, at: Position): string {
  return signed(
    key,
    scope,
    Buffer.from(JSON.stringify({ i: at.id, u: at.updatedDate })).toString('base64url'),
  );
}

export function readCursor(key: Uint8Array, scope: CursorScope, cursor: string): Position {
  const [body = ''] = cursor.split('.', 1);
  // Compared as text, since several texts decode to the same bytes.
  const expected = Buffer.from(signed(key, scope, body));
  const given = Buffer.from(cursor);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new ApiError(
      'invalid_request',
      'cursor: expected the nextCursor of an answer to the same search, with the same filters and sort.',
    );
  }
  const { i, u } = position.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
  return { id: i, updatedDate: u };
}

function signed(key: Uint8Array, { siteId, operation, sort, filters }: CursorScope, body: string): string {
  const named = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const signature = createHmac('sha256', key)
    .update(JSON.stringify([siteId, operation, sort, named, body]))
    .digest('base64url');
  return `${body}.${signature}`;
}
