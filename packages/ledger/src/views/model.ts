import type { Requests } from './prices.ts';

/**
 * What cannot be counted on one machine, and is the same in estimates and in counts: how long the functions of the flow run on
 * Lambda, and what AWS itself logs. The times fit those of `npm run bench -- aws`; check them against the reports of a deployment.
 */
export const model = {
  /** Sending a batch: the wait for the answer, and hashing and packing its rows. */
  submit: { gb: 0.5, seconds: 0.15, secondsPerRow: 0.00007 },
  /** A step of the tracker, and what it records of each submission. */
  step: { gb: 0.5, seconds: 0.25, secondsPerSubmission: 0.04 },
  read: { gb: 1.73, seconds: 0.2, secondsPerRow: 0.000007 },
  report: { gb: 1.73, seconds: 0.5, secondsPerRow: 0.000014 },
  /** Of a new instance, which AWS bills: each function has one, and the one that sends at most as many as it has workers. */
  coldStart: { seconds: 0.87, workers: 5 },
  /** Start, end and report of an invocation, and about three lines of its own. */
  logBytesPerInvocation: 1200,
  /** Two or three events without data for each state. */
  logBytesPerTransition: 1000,
} as const;

/** How often each function of the flow is invoked. */
export interface Invocations {
  readonly read: number;
  readonly submit: number;
  readonly track: number;
  readonly report: number;
}

export interface Work {
  readonly invocations: Invocations;
  /** Of the tracker, all its invocations together, and the seconds that they waited for the next step. */
  readonly steps: number;
  readonly stayedSeconds: number;
  /** Rows of the sheet. */
  readonly rows: number;
  /** Rows in all batches that were sent. */
  readonly sent: number;
}

/** What running the functions takes. */
export function computeOf({ invocations, steps, stayedSeconds, rows, sent }: Work) {
  const { read, submit, track, report } = invocations;
  const cold = (instances: number) => instances * model.coldStart.seconds;
  // Half of the attempts are dry runs, whose instances the others have again.
  const senders = Math.min(Math.ceil(submit / 2), model.coldStart.workers);
  const gbSeconds =
    model.submit.gb * (cold(senders) + submit * model.submit.seconds + sent * model.submit.secondsPerRow) +
    model.step.gb *
      (cold(1) + steps * model.step.seconds + submit * model.step.secondsPerSubmission + stayedSeconds) +
    model.read.gb * (cold(read) + read * model.read.seconds + rows * model.read.secondsPerRow) +
    model.report.gb * (cold(report) + report * model.report.seconds + rows * model.report.secondsPerRow);
  const all = read + submit + track + report;
  // The tracker is a task, a choice and a wait; a report is a task and a choice. At the end there is a success in place of a wait.
  const transitions = 3 * track + 2 * report;
  return {
    invocations: all,
    gbSeconds,
    transitions,
    logBytes: all * model.logBytesPerInvocation + transitions * model.logBytesPerTransition,
  } satisfies Partial<Requests>;
}
