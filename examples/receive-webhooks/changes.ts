import type { ChangeEvent } from '@sluice/client/webhooks';

/**
 * What a change means here. `again`: it is known, since a delivery may come more than once. `late`: a newer change of
 * the same document came first. Its diff may name other fields, so neither apply nor drop it: read the document from
 * the service.
 */
export type News = 'new' | 'again' | 'late';

interface Known {
  /** The newest `docUpdatedDate` and its events, since two changes may have the same date. */
  readonly date: string;
  readonly events: Set<string>;
}

/** Records the newest change of each document. A real receiver stores it in the transaction of its own work. */
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
