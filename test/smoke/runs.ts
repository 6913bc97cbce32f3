import * as z from 'zod';
import { ask, expect, type Smoke, type Sluice } from './smoke.ts';

export const runSchema = z.looseObject({
  runId: z.string(),
  key: z.string(),
  status: z.string(),
  reason: z.string().optional(),
  blockedBy: z.string().optional(),
  counts: z.record(z.string(), z.int()),
  emails: z
    .looseObject({
      state: z.string().optional(),
      detail: z.string().optional(),
      events: z.array(z.looseObject({ kind: z.string(), addresses: z.array(z.string()) })).default([]),
    })
    .optional(),
  approval: z
    .looseObject({
      secondPerson: z.boolean().optional(),
      plan: z.looseObject({ sha256: z.string() }),
    })
    .optional(),
  undo: z.record(z.string(), z.unknown()).optional(),
});
export type Run = z.infer<typeof runSchema>;

/** Addresses of the mailbox simulator of SES: nobody gets these mails, and the sandbox allows them. */
export const mailbox = (name: 'success' | 'bounce'): string => `${name}@simulator.amazonses.com`;

/** A profile of the smoke's own, with which rules of the stack for drops without one do not matter. */
export async function saveProfile(
  { write, sluice }: Pick<Smoke, 'write' | 'sluice'>,
  name: string,
  rest: object,
): Promise<void> {
  await write(`${name}.json`, { schema: 'client', lookup: 'email', ...rest });
  await ask(sluice, ['profile', `${name}.json`], { schema: z.looseObject({ key: z.string() }) });
}

interface Dropping {
  readonly file: string;
  readonly profile: string;
  readonly rows: readonly string[];
}

/** Drops a sheet and follows its run, whose result sheet is saved beside it if there is one. */
export async function dropped({ file, profile, rows }: Dropping, smoke: Smoke): Promise<Run> {
  await smoke.write(file, ['email,name', ...rows, ''].join('\r\n'));
  const argv = ['drop', file, '--profile', profile, '--result', `result-${file}`];
  return ask(smoke.sluice, argv, { schema: runSchema, exits: [0, 1, 3] });
}

export const seen = ({ runId, status, reason, blockedBy }: Run): string =>
  [`run ${runId} is ${status}`, reason, blockedBy && `it waits for run ${blockedBy}`]
    .filter(Boolean)
    .join('; ');

export function expectRun(run: Run, status: string, counts: Readonly<Record<string, number>>): void {
  expect(run.status === status, `Expected a run that is ${status}; ${seen(run)}`);
  const isEqual = Object.entries(counts).every(([name, count]) => run.counts[name] === count);
  expect(
    isEqual,
    `Expected counts with ${JSON.stringify(counts)}; run ${run.runId} has ${JSON.stringify(run.counts)}`,
  );
}

export function expectSent({ runId, emails }: Run): void {
  const state = [emails?.state ?? 'not due', emails?.detail].filter(Boolean).join(': ');
  expect(
    emails?.state === 'sent',
    `Expected that SES took the mail of run ${runId}; it is ${state}. \`npx sluice doctor\` shows whether the sender is verified.`,
  );
}

export const undone = (runId: string, sluice: Sluice): Promise<Run> =>
  ask(sluice, ['undo', runId], { schema: runSchema, exits: [0, 3] });
