import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { s3Fixture } from '@sluice/local/testing/s3';
import { expect, onTestFinished, test } from 'vitest';
import { appendEvent, auditKey, positionOf, type StoredEvent } from '../control/audit/audit-log.ts';
import { verifyAudit } from '../control/audit/verify-audit.ts';
import { createMemoryAuditHead } from '../testing/memory/memory-audit-head.ts';
import { createS3AuditLog } from './audit-log.ts';

async function fixture() {
  const folder = mkdtempSync(join(tmpdir(), 'audit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { s3, client } = await s3Fixture(folder);
  s3.declareBucket('locked', true, { retention: { mode: 'GOVERNANCE', days: 7 } });
  const audit = createS3AuditLog({ client, bucket: 'locked' });
  const auditHead = createMemoryAuditHead();
  const append = (operation: string) =>
    appendEvent(
      { requestId: operation, operation, at: '1', by: 'ana', from: '192.0.2.7', type: 'requested', data: {} },
      { audit, store: { auditHead } },
    );
  const stored = async (after?: string) => {
    const found: StoredEvent[] = [];
    for await (const one of audit.versions(after)) found.push(one);
    return found;
  };
  const verified = async () => verifyAudit(await stored(), await auditHead.get());
  return { client, append, stored, verified };
}

test('events at the same time are one chain in the bucket, in pages as they are asked for', async () => {
  const { append, stored, verified } = await fixture();
  await Promise.all(Array.from({ length: 20 }, (_, n) => append(`act ${n}`)));
  const all = await stored();
  expect(all.map(({ key }) => key)).toEqual(Array.from({ length: 20 }, (_, n) => auditKey(n + 1)));
  expect(await stored(positionOf(all[11]!))).toEqual(all.slice(12));
  expect((await verified()).findings).toEqual([]);
});

test('an event that somebody replaced or deleted is found, and is still there', async () => {
  const { client, append, verified } = await fixture();
  for (const name of ['first', 'second', 'third']) await append(name);
  await client.deleteObject({ Bucket: 'locked', Key: auditKey(2) });
  await client.putObject({ Bucket: 'locked', Key: auditKey(3), Body: '{}' });
  const { findings, events } = await verified();
  expect(new Set(findings.map(({ event }) => event))).toEqual(new Set([2, 3]));
  expect(events.map(({ operation }) => operation)).toEqual(['first', 'second', 'third']);
});
