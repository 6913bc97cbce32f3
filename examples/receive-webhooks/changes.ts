import type { ChangeEvent } from '@sluice/webhooks';

/**
 * What a change is to this receiver. `again`: it is known, since a delivery may come more than once. `late`: a newer change of
 * the same document came first. Its diff must not be laid over the newer one, nor be thrown away, since it may name other
 * fields: read the document from the service instead.
 */
export type News = 'new' | 'again' | 'late';

interface Known {
  /** The newest `docUpdatedDate`, and what has come with it: two changes may bear one date. */
  readonly date: string;
  readonly events: Set<string>;
}

/**
 * Remembers of each document the newest change. A real receiver keeps this in its database, and writes it in one transaction
 * with what it does about the change.
 */
export function createChanges() {
  const documents = new Map<string, Known>();
  return {
    take(event: ChangeEvent): News {
      const document = `${event.schema} ${event.docId}`;
      const text = JSON.stringify(event);
      const known = documents.get(document);
      if (known === undefined || event.docUpdatedDate > known.date) {
        documents.set(document, { date: event.docUpdatedDate, events: new Set([text]) });
        return 'new';
      }
      if (event.docUpdatedDate < known.date) return 'late';
      if (known.events.has(text)) return 'again';
      known.events.add(text);
      return 'new';
    },
  };
}
