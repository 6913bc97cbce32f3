import { LedgerError } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import { answer } from '../history/answer.ts';
import { actOnMigration } from '../migrate/act-on-migration.ts';
import { captureLog } from '../testing/log-lines.ts';
import { actOnRun } from './act-on-run.ts';

captureLog();

const sentence =
  'This version cannot read the item run#r run. A newer version of Sluice wrote an item in format 2; this version knows 1. Deploy the newer one again.';

/** Services of which every one reads an item in a newer format. */
const unreadable: never = new Proxy(() => undefined, {
  get: (_, name) => (name === 'then' ? undefined : name === Symbol.toPrimitive ? () => 0 : unreadable),
  apply: () => {
    throw new LedgerError('item_unreadable', sentence);
  },
}) as never;

const requests = [
  ['POST', '/runs/r/approve', { plan: '3f9c3f9c' }, actOnRun],
  ['POST', '/runs/r/cancel', {}, actOnRun],
  ['POST', '/runs/r/decide', { choice: 'notApplied' }, actOnRun],
  ['POST', '/runs/r/undo', {}, actOnRun],
  ['POST', '/migrations/m/cancel', {}, actOnMigration],
  ['POST', '/migrations/m/undo', {}, actOnMigration],
  ['GET', '/runs/r', {}, answer],
] as const;

describe('an item in the format of a newer version', () => {
  it.each(requests)('is refused with what to do by %s %s', async (method, path, body, handle) => {
    const request = { method, path, headers: {}, query: {}, body: JSON.stringify(body), sourceIp: '' };
    const { status, body: text } = await handle(request, unreadable);
    expect(status).toBe(409);
    expect(JSON.parse(String(text))).toEqual({
      error: { code: 'item_unreadable', message: `${sentence} See "unreadable-runs" in docs/runbook.md.` },
    });
  });
});
