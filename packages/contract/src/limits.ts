const KiB = 1024;
const MiB = 1024 * KiB;

/** Everything that the service bounds. A refusal names the number. */
export const limits = {
  /** Of a request body. Escaped into a Lambda event it at most doubles, and 6 MB is the end there. */
  bodyBytes: 3 * MiB,
  /** Records of one `import`, over all its record sets. */
  importRecords: 10_000,
  /** Users of one `saveUsers`, and items of one `createListItems`: each is one transaction. */
  saveUsers: 100,
  listItems: 99,
  pageDefault: 100,
  pageMax: 1000,
  /** Of the items of a page as JSON: escaped into a Lambda answer they at most double, and 6 MB is the end there. */
  pageBytes: 2.5 * MiB,
  /** Characters of an id, key, cursor or name in a request. */
  idLength: 200,
  cursorLength: 2000,
  queryLength: 200,
  /** Values of a filter such as `userIds`. */
  filterValues: 1000,
  /** Values of a list field such as `roleIds`. */
  listLength: 1000,
  /** Characters of a text field that states no length of its own. */
  textLength: 2000,
  emailLength: 254,
  notificationEmails: 50,
  fileNameLength: 500,
  /** Of the values of one record as JSON: an item of the table holds 400 KB, with what it is found by. */
  recordBytes: 350 * KiB,
  /** Characters of an import's `errorMessage`; beyond it only the count of further problems is told. */
  errorMessageLength: 100_000,
  /** Bytes of the diffs in a preview; its outcomes are always complete. */
  previewDiffBytes: 256 * KiB,
  /** Of what it names as drift; beyond it only the count. */
  previewDriftBytes: 64 * KiB,
  /** How long a valid dry run is remembered, for the import of the same record sets to be held against. */
  dryRunDays: 7,
  /** Files up to this size are answered directly, larger ones by a redirect to a signed address. */
  downloadBytes: 4 * MiB,
  /** Of a document, which is sent to a signed address where it is larger than what a request carries. */
  documentBytes: 100 * MiB,
  /** Seconds for which a signed address is good: to get a document from, and to send one to. */
  downloadSeconds: 300,
  uploadSeconds: 3600,
  /** Seconds that one request of an `import` with `wait` is held, and how often it is redirected to itself. */
  waitSeconds: 20,
  waitHops: 10,
  /** Requests per token and UTC hour, unless the token says otherwise. */
  rateLimit: 100_000,
  /** How long an `Idempotency-Key` answers the same import, and the characters of one. */
  idempotencyHours: 24,
  idempotencyKeyLength: 255,
} as const;
