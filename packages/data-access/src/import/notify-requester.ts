import { importFlags, type ImportState } from '@sluice/contract';
import { composeImportMail, type ImportFacts, type Mailer } from '@sluice/answers';
import type { ImportItem } from '../store/import-item.ts';
import type { Store } from '../store/store.ts';
import { previewOf, unlessAltered, type ImportDocuments } from './documents.ts';
import { save, saveLast, takeLease, type Worker } from '../lease/lease.ts';

export interface Notifying {
  readonly worker: Worker;
  readonly store: Store;
  readonly documents: ImportDocuments;
  readonly mailer: Mailer;
}

/** The mail was not accepted for now. The import's message will try again. */
export class NotificationError extends Error {
  override readonly name = 'NotificationError';
}

/**
 * Sends the mail that the requester asked for, after dry runs too. It is recorded only after it was sent, so a crash
 * may send it twice but never skips it (invariant 13). The lease keeps a duplicate message from sending it again.
 */
export async function notifyOnce(
  item: ImportItem,
  { worker, store, documents, mailer }: Notifying,
): Promise<void> {
  if (item.notified) return;
  const { success, error } = importFlags(endOf(item), item.dryRun);
  const emails = success ? item.successEmails : error ? item.failureEmails : [];
  if (emails.length === 0) {
    await store.imports.update({ ...item, version: item.version + 1, notified: true });
    return;
  }
  const held = await takeLease(worker, item);
  const mail = composeImportMail(await factsOf(held, { store, documents }));
  let last = held;
  // A mail to each: nobody sees the others' addresses.
  for (const email of emails.slice(held.mailed)) {
    if (last !== held) last = await save(worker, last);
    const outcome = await mailer.send([email], mail);
    // A refused mail is final and must not delay the import. The status shows the same facts.
    if (outcome.kind === 'failed') throw new NotificationError(`The mail was not taken: ${outcome.code}.`);
    last = { ...last, mailed: last.mailed + 1 };
  }
  await saveLast(worker, { ...last, notified: true, owner: null, leaseUntil: null });
}

/** How the import itself ended. It may be undone before the mail is sent. */
const endOf = ({ state, revert }: ImportItem): ImportState => revert?.from ?? state;

async function factsOf(
  item: ImportItem,
  { store, documents }: Pick<Notifying, 'store' | 'documents'>,
): Promise<ImportFacts> {
  const site = await store.access.site(item.siteId);
  const preview = await unlessAltered(() => documents.preview(item));
  const recordSets = (await documents.body(item))?.recordSets;
  const counts = preview && previewOf(preview).counts;
  return {
    importId: item.importId,
    filename: item.filename ?? undefined,
    outcome: importFlags(endOf(item), item.dryRun).success ? 'success' : 'failure',
    dryRun: item.dryRun,
    site: { name: site?.name ?? item.siteId, kind: site?.kind ?? 'production' },
    schemas: [...new Set(recordSets?.map(({ schema }) => schema))],
    counts: counts || { created: 0, updated: 0, unchanged: 0, deleted: 0, failed: 0, notAttempted: 0 },
    errorMessage: (item.revert ?? item).errorMessage ?? undefined,
    createdDate: item.createdDate,
    ranDate: item.ranDate ?? undefined,
  };
}
