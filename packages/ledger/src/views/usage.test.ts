import { expect, it } from 'vitest';
import { aSubmission } from '../testing/builders.ts';
import { anAttempt } from '../testing/submission-events.ts';
import { usageOf } from './usage.ts';

it('counts every call, and those that looked for refused rows', () => {
  const dry = aSubmission({
    phase: 'dry',
    attempts: [anAttempt(), anAttempt({ number: 2, round: 1 }), anAttempt({ number: 3, round: 2 })],
  });
  const real = aSubmission({ phase: 'real', attempts: [anAttempt({ number: 7 })] });
  expect(usageOf([dry, real])).toEqual({ dryRuns: 3, furtherDryRuns: 2, imports: 7 });
});

it('does not take a first dry run for a further one, although rows were left out before it', () => {
  const attempts = [
    anAttempt({ round: 1 }),
    anAttempt({ number: 2, round: 1 }),
    anAttempt({ number: 3, round: 2 }),
  ];
  expect(usageOf([aSubmission({ phase: 'dry', attempts })])).toMatchObject({ dryRuns: 3, furtherDryRuns: 1 });
});
