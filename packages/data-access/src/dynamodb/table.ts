/** The keys and the index of the table. `functions/data-api/env.ts` repeats them; a test compares the two. */
export const tableShape = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Seconds since 1970; DynamoDB removes the item some time after. */
  timeToLive: 'expires',
  index: {
    name: 'byUpdated',
    partitionKey: 'pk',
    sortKey: 'u',
    /** What a search by `updated` filters on, without the record. */
    include: ['x'],
  },
} as const;
