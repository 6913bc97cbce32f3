import * as z from 'zod';

/**
 * The only prices in Sluice: list prices in US dollars, on demand, without free tiers and taxes, in us-east-1, from AWS's public
 * price pages (aws.amazon.com/<service>/pricing) as known in November 2025. Check them before you rely on them for a budget.
 */
export const prices = {
  region: 'us-east-1',
  asOf: '2025-11',
  perInvocation: 0.2e-6,
  /** Lambda on Arm. */
  perGbSecond: 13.3334e-6,
  /** A write unit of a table on demand, of 1 KB; twice in a transaction. */
  perTableWrite: 0.625e-6,
  /** A read unit, of 4 KB; half of one for a read that may lag behind. */
  perTableRead: 0.125e-6,
  /** A standard queue. */
  perQueueRequest: 0.4e-6,
  /** Also for listing. */
  perObjectPut: 5e-6,
  perObjectGet: 0.4e-6,
  /** A standard state machine. */
  perTransition: 25e-6,
  perLogByte: 0.5e-9,
  perMail: 0.1e-3,
  perStoredGbMonth: 0.023,
  perAlarmMonth: 0.1,
  perMetricMonth: 0.3,
  perDashboardMonth: 3,
  perSecretMonth: 0.4,
} as const;

/** What AWS charges for. */
export const requestsSchema = z.object({
  invocations: z.int(),
  gbSeconds: z.number(),
  tableWrites: z.number(),
  tableReads: z.number(),
  queueRequests: z.int(),
  objectPuts: z.int(),
  objectGets: z.int(),
  transitions: z.int(),
  logBytes: z.int(),
  mails: z.int(),
});
export type Requests = z.infer<typeof requestsSchema>;

const priceOf: Readonly<Record<keyof Requests, number>> = {
  invocations: prices.perInvocation,
  gbSeconds: prices.perGbSecond,
  tableWrites: prices.perTableWrite,
  tableReads: prices.perTableRead,
  queueRequests: prices.perQueueRequest,
  objectPuts: prices.perObjectPut,
  objectGets: prices.perObjectGet,
  transitions: prices.perTransition,
  logBytes: prices.perLogByte,
  mails: prices.perMail,
};

export const requestKinds = requestsSchema.keyof().options;

/** In US dollars, by kind. */
export function usdByKind(requests: Requests): Requests {
  const usd = requestKinds.map((kind) => [kind, requests[kind] * priceOf[kind]] as const);
  return Object.fromEntries(usd) as Requests;
}

export function usdOf(requests: Requests): number {
  return Object.values(usdByKind(requests)).reduce((sum, usd) => sum + usd, 0);
}
