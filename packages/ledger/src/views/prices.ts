/**
 * List prices in US dollars, on demand, without free tiers and taxes, in us-east-1, from AWS's public price pages
 * (aws.amazon.com/<service>/pricing) as known in November 2025. Check them before you rely on them for a budget.
 */
export const prices = {
  region: 'us-east-1',
  asOf: '2025-11',
  perInvocation: 0.2e-6,
  /** Lambda on Arm. */
  perGbSecond: 13.3334e-6,
  perTableWrite: 0.625e-6,
  perTableRead: 0.125e-6,
  /** A standard queue. */
  perQueueRequest: 0.4e-6,
  perObjectPut: 5e-6,
  /** A standard state machine. */
  perTransition: 25e-6,
  perMail: 0.1e-3,
} as const;

/** About what each part of the flow uses, as measured or counted in its code. The service itself is not included. */
export const assumed = {
  /** An intent, an answer and an end, each with its line in the history, and all around them. */
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
  /** One function, one choice and one wait. */
  transitionsOfStep: 3,
} as const;
