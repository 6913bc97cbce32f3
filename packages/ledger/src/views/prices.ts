/**
 * List prices in US dollars, on demand, without free tiers and taxes, in us-east-1. They are those of AWS's public price pages (aws.amazon.com/<service>/pricing) as known in
 * November 2025, and were not fetched anew: compare before you budget by them.
 */
export const prices = {
  region: 'us-east-1',
  asOf: '2025-11',
  perInvocation: 0.2e-6,
  /** Of Lambda on Arm. */
  perGbSecond: 13.3334e-6,
  perTableWrite: 0.625e-6,
  perTableRead: 0.125e-6,
  /** Of a standard queue. */
  perQueueRequest: 0.4e-6,
  perObjectPut: 5e-6,
  /** Of a standard state machine. */
  perTransition: 25e-6,
  perMail: 0.1e-3,
} as const;

/** What one thing of the flow takes about, as measured or counted in its code. The service itself, also ours, is not in it. */
export const assumed = {
  /** Of a call with all around it: a submission has an intent, an answer and an end, each with its line of history. */
  writesOfAttempt: 18,
  writesOfRun: 60,
  /** A strong read of one submission in a list of all. */
  readsOfSubmission: 0.15,
  readsOfAttempt: 8,
  putsOfSubmission: 2,
  putsOfRun: 5,
  /** Sent, received and deleted. */
  requestsOfMessage: 3,
  gbSecondsOfAttempt: 0.5,
  gbSecondsOfStep: 0.25,
  /** Reading the file and writing the result sheet. */
  gbSecondsOfRow: 0.0001,
  /** A look, a choice, a wait. */
  transitionsOfStep: 3,
} as const;
