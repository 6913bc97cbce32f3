const KiB = 1024;
const MiB = 1024 * KiB;

/** The limits of the service. A refusal names the number. */
export const limits = {
  /** Bytes of a request body. Escaped in a Lambda event it at most doubles, and Lambda takes 6 MB. */
  bodyBytes: 3 * MiB,
  /** Fields of a request body and of a record, and entries of all lists of a request together. */
  bodyFields: 100,
  recordFields: 500,
  entries: 110_000,
  /** Record sets of one `import`: each is planned with reads of its own. */
  recordSets: 100,
  /** Records of one `import`, over all its record sets. */
  importRecords: 10_000,
  /** Users of one `saveUsers`, and items of one `createListItems`: each is one transaction. */
  saveUsers: 100,
  listItems: 99,
  pageDefault: 100,
  pageMax: 1000,
  /** Bytes of a page's items as JSON. Escaped in a Lambda answer they at most double, and Lambda sends 6 MB. */
  pageBytes: 2.5 * MiB,
  /** Characters of an id, key, cursor or name in a request. */
  idLength: 200,
  cursorLength: 2000,
  queryLength: 200,
  /** Names in `fields`; one that is named twice counts once in the answer. */
  fieldNames: 100,
  /** Values of a filter such as `userIds`. */
  filterValues: 1000,
  /** Values of a list field such as `roleIds`. */
  listLength: 1000,
  /** Characters of a text field that states no length of its own. */
  textLength: 2000,
  emailLength: 254,
  /** Addresses that a profile or a migration notifies. */
  notificationEmails: 50,
  /** Addresses that one `import` notifies of its success, and of its failure. */
  importEmails: 10,
  /** E-mails that the imports of a token may send per UTC day, unless the token has its own limit. */
  dailyMails: 200,
  /** Domains to which a site allows notifications. */
  mailDomains: 100,
  fileNameLength: 500,
  /** Bytes of one record's values as JSON: a table item may have 400 KB, search facts included. */
  recordBytes: 350 * KiB,
  /** Characters of an import's `errorMessage`; further problems are only counted. */
  errorMessageLength: 100_000,
  /** Bytes of the diffs in a preview; its outcomes are always complete. */
  previewDiffBytes: 256 * KiB,
  /** Bytes of a page of the other diffs. */
  diffPageBytes: MiB,
  /** Bytes of the names in a preview. */
  previewNameBytes: 256 * KiB,
  /** Bytes of the drift in a preview; further records are only counted. */
  previewDriftBytes: 64 * KiB,
  /** How long a valid dry run is stored, to be compared with the import of the same record sets. */
  dryRunDays: 7,
  /** Files up to this size are answered directly, larger ones by a redirect to a signed address. */
  downloadBytes: 4 * MiB,
  /** Bytes of a document. One that is too large for a request is uploaded to a signed address. */
  documentBytes: 100 * MiB,
  /** Seconds for which a signed address is good: to get a document from, and to send one to. */
  downloadSeconds: 300,
  uploadSeconds: 3600,
  /** How many seconds one request of an `import` with `wait` waits, and how often it is redirected to itself. */
  waitSeconds: 20,
  /** How many requests of a token wait at once; others are redirected without waiting. */
  waitsAtOnce: 10,
  waitHops: 10,
  /** How often a redirect may be followed without spending the rate: a client follows it once, and again after an error. */
  freeFollows: 3,
  /** Requests per token and UTC hour, unless the token has its own limit. */
  rateLimit: 100_000,
  /** How long an `Idempotency-Key` answers the same import, and the characters of one. */
  idempotencyHours: 24,
  idempotencyKeyLength: 255,
} as const;
