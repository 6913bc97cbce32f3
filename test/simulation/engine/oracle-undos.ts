import { refKey, undoModel, type StoredRecord } from '@sluice/data-access/testing/world';
import type { History, Read, Story } from './history.ts';

/** Each undo restores what its import did, or says why not, row by row. */
export function breachesOfUndos(history: History, read: Read): string[] {
  const found: string[] = [];
  for (const { siteId } of history.sites) {
    const versions = new Map<string, StoredRecord[]>();
    for (const { siteId: of, record } of read.versions) {
      if (of !== siteId) continue;
      const known = versions.get(refKey(record)) ?? [];
      versions.set(refKey(record), [...known, record]);
    }
    found.push(...undoModel(versions).wrong.map((wrong) => `invariant 17: an undo wrote ${wrong}`));
    const isErased = history.calls.some((one) => one.siteId === siteId && one.operation === 'eraseRecord');
    for (const story of read.stories.values())
      if (story.item.siteId === siteId && story.item.revert)
        found.push(...breachesOfUndo(story, { history, versions, isErased }));
  }
  return found;
}

interface Around {
  readonly history: History;
  readonly versions: ReadonlyMap<string, readonly StoredRecord[]>;
  readonly isErased: boolean;
}

function breachesOfUndo({ item, wasGivenUp }: Story, { history, versions, isErased }: Around): string[] {
  const { importId, state, errorMessage } = item;
  const name = `invariant 17: undo of ${importId}`;
  if (state === 'reverting') return [`${name}: it does not end`];
  if (state !== 'reverted')
    return (history.faults.get(importId) ?? 0) < 3 && !isErased
      ? [`${name}: it ended ${state}: ${errorMessage}`]
      : [];
  const report = new Map((history.undone.get(importId) ?? []).map((one) => [one.id, one]));
  const found: string[] = [];
  for (const [key, chain] of versions) {
    const first = chain.findIndex(({ writer }) => writer.startsWith(`import ${importId} `));
    if (first < 0) continue;
    const { outcome, code } = report.get(chain[0]?.id ?? '') ?? {};
    const undone = chain.findLastIndex(({ writer }) => writer.startsWith(`undo ${importId} `));
    const hasOthers = chain.slice(Math.max(first, undone)).some(({ writer }) => !writer.includes(importId));
    if (outcome === undefined && !wasGivenUp) found.push(`${name}: it does not report ${key}`);
    // A list that got an item while it was deleted stays, unless another has taken its name by then.
    const isLeft =
      code === 'list_in_use'
        ? chain[undone]?.deleted === false
        : code === 'value_taken' && chain[0]?.kind === 'list';
    if (outcome === 'reversed' ? undone < 0 : undone >= 0 && !hasOthers && !isLeft)
      found.push(`${name}: ${key} is ${outcome}, and was ${undone < 0 ? 'not ' : ''}restored`);
    // What it had restored, others may have written before it was asked again.
    if (outcome === 'kept' && !hasOthers && code !== 'list_in_use')
      found.push(`${name}: ${key} is kept (${code}), and nobody else wrote it`);
    if (outcome === 'failed' && !isErased && code !== 'value_taken' && code !== 'kept_changing')
      found.push(`${name}: ${key} failed (${code})`);
  }
  return found;
}
