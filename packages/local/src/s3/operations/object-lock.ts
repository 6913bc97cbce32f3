import { header, type Exchange } from '../exchange/exchange.ts';
import type { Version } from '../store/versions.ts';
import { S3Error } from '../wire/s3-error.ts';

const names = { mode: 'x-amz-object-lock-mode', until: 'x-amz-object-lock-retain-until-date' } as const;
const dayMs = 86_400_000;

/** The headers that lock a new version: from its request, or else from the default of the bucket. They are stored with the object and sent back. */
export function lockHeaders(exchange: Exchange): Record<string, string> {
  const { store, bucket } = exchange;
  const { lock } = store.bucket(bucket);
  const [mode, until] = [header(exchange, names.mode), header(exchange, names.until)];
  if (mode === undefined && until === undefined) {
    if (lock?.retention === undefined) return {};
    const end = new Date(store.now().getTime() + lock.retention.days * dayMs);
    return { [names.mode]: lock.retention.mode, [names.until]: end.toISOString() };
  }
  if (lock === undefined) throw new S3Error('InvalidRequest', 'Bucket is missing Object Lock Configuration');
  if (!['GOVERNANCE', 'COMPLIANCE'].includes(mode ?? '') || Number.isNaN(Date.parse(until ?? '')))
    throw new S3Error('InvalidArgument', 'A lock needs a mode and the date on which it ends.');
  return { [names.mode]: mode ?? '', [names.until]: new Date(until ?? '').toISOString() };
}

/** @throws S3Error `AccessDenied` while the version is locked, unless the request bypasses governance */
export function mayRemove(exchange: Exchange, { headers }: Version): void {
  const until = Date.parse(headers[names.until] ?? '');
  if (Number.isNaN(until) || until <= exchange.store.now().getTime()) return;
  const bypasses = header(exchange, 'x-amz-bypass-governance-retention') === 'true';
  if (headers[names.mode] === 'GOVERNANCE' && bypasses) return;
  throw new S3Error('AccessDenied', 'Access Denied because object protected by object lock.');
}

/** A copy does not take over the lock of its source. */
export function withoutLock(headers: Readonly<Record<string, string>>): Record<string, string> {
  const { [names.mode]: _mode, [names.until]: _until, ...rest } = headers;
  return rest;
}
