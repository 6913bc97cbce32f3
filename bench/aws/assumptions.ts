/**
 * What the model of AWS takes for granted, in one place. `documented`: AWS publishes it. `assumed`: our estimate for functions in the
 * same region; measure it in your account before you rely on it.
 */
type Basis = 'documented' | 'assumed';

/** Milliseconds. Draws are log-normal. */
export interface Latency {
  readonly median: number;
  readonly p99: number;
}

/** Of one request over a connection that is open, without the units that a table may refuse at first. */
export const latencies: Readonly<Record<string, Latency>> = {
  'DynamoDB.GetItem': { median: 4, p99: 15 },
  'DynamoDB.PutItem': { median: 6, p99: 20 },
  'DynamoDB.UpdateItem': { median: 6, p99: 20 },
  'DynamoDB.Query': { median: 8, p99: 30 },
  'DynamoDB.BatchGetItem': { median: 15, p99: 45 },
  'DynamoDB.TransactWriteItems': { median: 14, p99: 45 },
  'DynamoDB.BatchExecuteStatement': { median: 20, p99: 60 },
  'S3.GetObject': { median: 30, p99: 150 },
  'S3.HeadObject': { median: 20, p99: 100 },
  'S3.PutObject': { median: 50, p99: 250 },
  'S3.UploadPart': { median: 80, p99: 400 },
  'SQS.SendMessage': { median: 15, p99: 60 },
  'SQS.SendMessageBatch': { median: 15, p99: 60 },
  'SFN.StartExecution': { median: 40, p99: 150 },
  'SecretsManager.GetSecretValue': { median: 20, p99: 80 },
  'SES.SendEmail': { median: 60, p99: 300 },
  /** From a function to an HTTP API and back, without the function behind it. */
  'HTTP API': { median: 12, p99: 50 },
  /** From an upload to its message in a queue. */
  'event of S3': { median: 1000, p99: 4000 },
  /** From a message in a queue to an invocation. */
  'poll of a queue': { median: 30, p99: 150 },
  'warm start': { median: 10, p99: 40 },
  'cold start': { median: 700, p99: 1500 },
  'transition of a state machine': { median: 30, p99: 120 },
};
/** For commands that are not named above. */
export const otherLatency: Latency = { median: 30, p99: 150 };

/** Also the rest of these: numbers that are not latencies. */
export const figures = {
  /** A function with so much memory has one processor; with less, a part of it. */
  megabytesPerProcessor: 1769,
  /** How fast a processor of Lambda is, compared with a core of the machine that the bench runs on. */
  processorToCore: 1,
  /** Processor time of a request for its signature and encryption, which the simulated world does not do. */
  requestProcessorMs: 0.3,
  /** A second, by one connection. */
  bytesPerSecond: 80e6,
  /** A queue starts so many invocations at first, and so many more a minute. */
  consumersAtFirst: 5,
  moreConsumersPerMinute: 300,
  /** Units a second of one partition, of a new table and of a new index on demand. */
  unitsPerPartition: 1000,
  unitsOfNewTable: 4000,
  /** Of one table, unless AWS raises the quota of the account. */
  unitsPerTable: 40_000,
  /** Partitions by which the service spreads the records of a site, and their index. */
  shards: 8,
} as const;

export const sources: Readonly<Record<string, readonly [Basis, string]>> = {
  latencies: [
    'assumed',
    'AWS documents only "single-digit milliseconds" for items, and 100 to 200 ms at most for small objects',
  ],
  megabytesPerProcessor: ['documented', 'Lambda: configure function memory'],
  processorToCore: ['assumed', 'a Graviton2 processor is about as fast as a core of a common server'],
  requestProcessorMs: ['assumed', 'SigV4 and TLS of a small request'],
  bytesPerSecond: ['documented', 'S3: performance guidelines, 85 to 90 MB/s for one request'],
  consumers: ['documented', 'Lambda: scaling of SQS event source mappings'],
  units: ['documented', 'DynamoDB: partitions, on-demand capacity mode, warm throughput, quotas'],
  growth: ['assumed', 'none within a run, though AWS adds partitions to a busy table after some minutes'],
};
