import { expect, it } from 'vitest';
import { aSubmission } from '../testing/builders.ts';
import { anAttempt } from '../testing/submission-events.ts';
import { usageOf } from './usage.ts';

it('counts every call, and the dry runs that were repeated to find refused rows', () => {
  const dry = aSubmission({
    phase: 'dry',
    attempts: [anAttempt(), anAttempt({ number: 2, round: 1 }), anAttempt({ number: 3, round: 2 })],
  });
  const real = aSubmission({ phase: 'real', attempts: [anAttempt({ number: 7 })] });
  expect(usageOf([dry, real])).toEqual({ dryRuns: 3, furtherDryRuns: 2, imports: 7 });
});

it('does not count the first dry run as a further one, even if rows were left out before it', () => {
  const attempts = [
    anAttempt({ round: 1 }),
    anAttempt({ number: 2, round: 1 }),
    anAttempt({ number: 3, round: 2 }),
  ];
  expect(usageOf([aSubmission({ phase: 'dry', attempts })])).toMatchObject({ dryRuns: 3, furtherDryRuns: 1 });
});
