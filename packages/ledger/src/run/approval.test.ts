import { describe, expect, it } from 'vitest';
import { identityHolds } from '../submission/counts.ts';
import { nextRun } from './transitions.ts';
import { nextSubmission } from '../submission/transitions.ts';
import { aRun, aSubmission, second } from '../testing/builders.ts';
import { accepted } from '../testing/ledger-story.ts';
import { runEvents } from '../testing/run-events.ts';
import { anAttempt, submissionEvents } from '../testing/submission-events.ts';
import { checkOf, isApproved, planOf, toRecheck } from './approval.ts';

const reading = { rows: 24, batches: 2, failed: 3, skipped: 1 };
const dry = (batch: number, previewSha256: string, counts: object = { created: 4, updated: 6 }) =>
  aSubmission({ batch, phase: 'dry', status: 'succeeded', previewSha256, counts, sha256: `hash-${batch}` });

describe('the plan of a run', () => {
  it('counts each row by the preview of its dry run (invariant 1)', () => {
    const { counts } = planOf({ reading }, [dry(1, 'a'), dry(2, 'b', { deleted: 9, failed: 1 })]);
    expect(counts).toMatchObject({ read: 24, created: 4, updated: 6, deleted: 9, failed: 4, skipped: 1 });
    expect(identityHolds(counts)).toBe(true);
  });

  it('is the same in any order of the dry runs, and changes with any preview', () => {
    const [one, two] = [dry(1, 'a'), dry(2, 'b')];
    const { sha256 } = planOf({ reading }, [one, two]);
    expect(planOf({ reading }, [two, one]).sha256).toBe(sha256);
    expect(planOf({ reading }, [one, dry(2, 'c')]).sha256).not.toBe(sha256);
    expect(planOf({ reading }, [one, { ...two, sha256: 'fewer rows' }]).sha256).not.toBe(sha256);
    expect(planOf({ reading }, [one]).sha256).not.toBe(sha256);
  });

  it('is approved only if a person approved exactly this plan', () => {
    const plan = planOf({ reading }, [dry(1, 'a')]);
    const approved = { at: second(9), by: 'ana' };
    expect(isApproved({ approval: { asked: 1, plan } }, plan)).toBe(false);
    expect(isApproved({ approval: { asked: 1, plan, approved } }, plan)).toBe(true);
    expect(isApproved({ approval: { asked: 1, plan, approved } }, { ...plan, sha256: 'x' })).toBe(false);
    expect(isApproved({}, plan)).toBe(false);
  });
});

describe('a dry run after an approval', () => {
  const plan = planOf({ reading }, []);
  const approval = { asked: 2, plan, approved: { at: second(9), by: 'ana' } };

  it('is due once for each batch that passed', () => {
    const passed = dry(1, 'a');
    const failed = aSubmission({ batch: 2, phase: 'dry', status: 'invalid' });
    expect(checkOf({ approval })).toBe(2);
    expect(toRecheck(aRun({ approval }), [passed, failed])).toEqual([passed]);
    expect(toRecheck(aRun({ approval }), [{ ...passed, check: 1 }])).toHaveLength(1);
    expect(toRecheck(aRun({ approval }), [{ ...passed, check: 2 }])).toEqual([]);
    expect(toRecheck(aRun({ approval: { asked: 2, plan } }), [passed])).toEqual([]);
  });

  it('forgets earlier previews, and is begun once for each check (invariant 7)', () => {
    const event = { type: 'recheckRequested', at: second(10), check: 1 } as const;
    const again = nextSubmission(dry(1, 'a'), event);
    expect(again).toMatchObject({ status: 'planned', check: 1, counts: undefined, previewSha256: undefined });
    expect(again && nextSubmission({ ...again, status: 'succeeded' }, event)).toBeUndefined();
    expect(nextSubmission(aSubmission({ status: 'succeeded' }), event)).toBeUndefined();
  });

  it('does not take a late importId of the previous check for its own (invariant 4)', () => {
    const late = anAttempt({ owner: 'early', outcome: 'ambiguous' });
    const now = anAttempt({ number: 2, owner: 'b', check: 1 });
    const sending = aSubmission({ phase: 'dry', status: 'sending', check: 1, attempts: [late, now] });
    const after = nextSubmission(sending, accepted('early', 11, 'old'));
    expect(after).toMatchObject({ status: 'sending', importId: undefined });
    expect(after?.attempts[0]?.importId).toBe('old');
    const own = nextSubmission(sending, accepted('b', 11, 'new'));
    expect(own).toMatchObject({ status: 'accepted', importId: 'new' });
  });

  it('is not ended by the import of the previous check (invariant 5)', () => {
    const attempts = [
      anAttempt({ outcome: 'accepted', importId: 'old' }),
      anAttempt({ number: 2, owner: 'b', check: 1 }),
    ];
    const ended = { ...submissionEvents.ended, owner: undefined, status: 'succeeded', counts: {} } as const;
    const sending = aSubmission({ phase: 'dry', status: 'sending', check: 1, attempts, importId: 'old' });
    expect(nextSubmission(sending, { ...ended, importId: 'old' })).toBeUndefined();
    const polled = { ...sending, status: 'accepted', importId: 'new' } as const;
    expect(nextSubmission(polled, { ...ended, importId: 'old' })).toBeUndefined();
    expect(nextSubmission(polled, { ...ended, importId: 'new' })).toMatchObject({ status: 'succeeded' });
    const again = { type: 'rowsSetAside', at: second(12), round: 1, sha256: 'rest', asked: 9 } as const;
    expect(nextSubmission(polled, { ...again, importId: 'old' })).toBeUndefined();
    expect(nextSubmission(polled, { ...again, importId: 'new' })).toMatchObject({ status: 'parked' });
  });
});

describe('a request for approval', () => {
  const plan = planOf({ reading }, []);
  const waiting = aRun({ status: 'awaiting_approval', approval: { asked: 2, plan } });

  it('refuses the plan and the mail of the request before it', () => {
    const written = { type: 'resultWritten', at: second(20), resultKey: 'r', planKey: 'plan 1' } as const;
    expect(nextRun(waiting, { ...written, edition: 'waiting-1' })).toBeUndefined();
    expect(nextRun(waiting, { ...written, edition: 'waiting-2' })?.approval?.planKey).toBe('plan 1');
    const mail = runEvents.noticeChanged;
    expect(nextRun(waiting, { ...mail, about: 'awaiting_approval', asked: 1 })).toBeUndefined();
    expect(nextRun(waiting, { ...mail, about: 'awaiting_approval', asked: 2 })).toBeDefined();
  });

  it('leaves no sheet if the run is a duplicate after all: another run imports its rows', () => {
    const asked = { ...waiting, status: 'checking', resultKey: 'sheet of the question' } as const;
    const ended = nextRun(asked, { type: 'duplicate', at: second(20), duplicateOf: 'another run' });
    expect(ended).toMatchObject({ status: 'duplicate', resultKey: undefined });
  });

  it('is refused, as is the import, from a worker that has not seen a later approval', () => {
    const approved = { at: second(9), by: 'ana' };
    const checking = aRun({ status: 'checking', approval: { asked: 1, plan, approved } });
    const request = { type: 'approvalRequested', at: second(21), reason: 'why', plan } as const;
    expect(nextRun(checking, { ...request, check: 0 })).toBeUndefined();
    expect(nextRun(checking, { ...request, check: 1 })).toMatchObject({ approval: { asked: 2 } });
    const start = { type: 'importingStarted', at: second(21) } as const;
    expect(nextRun(checking, { ...start, check: 0 })).toBeUndefined();
    expect(nextRun(checking, { ...start, check: 1 })).toMatchObject({ status: 'importing' });
  });
});
