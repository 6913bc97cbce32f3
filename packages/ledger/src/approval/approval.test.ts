import { describe, expect, it } from 'vitest';
import { identityHolds } from '../counts.ts';
import { nextSubmission } from '../submission-transitions.ts';
import { aRun, aSubmission, second } from '../testing/builders.ts';
import { anAttempt } from '../testing/submission-events.ts';
import { checkOf, isApproved, planOf, toCheckAgain } from './approval.ts';

const reading = { rows: 24, batches: 2, failed: 3, skipped: 1 };
const dry = (batch: number, foretold: string, counts: object = { created: 4, updated: 6 }) =>
  aSubmission({ batch, phase: 'dry', status: 'succeeded', foretold, counts, sha256: `hash-${batch}` });

describe('the plan of a run', () => {
  it('counts each row as its dry run foretold it, and loses none (invariant 1)', () => {
    const { counts } = planOf({ reading }, [dry(1, 'a'), dry(2, 'b', { deleted: 9, failed: 1 })]);
    expect(counts).toMatchObject({ read: 24, created: 4, updated: 6, deleted: 9, failed: 4, skipped: 1 });
    expect(identityHolds(counts)).toBe(true);
  });

  it('is the same whatever the order, and another when anything that was foretold is', () => {
    const [one, two] = [dry(1, 'a'), dry(2, 'b')];
    const { sha256 } = planOf({ reading }, [one, two]);
    expect(planOf({ reading }, [two, one]).sha256).toBe(sha256);
    expect(planOf({ reading }, [one, dry(2, 'c')]).sha256).not.toBe(sha256);
    expect(planOf({ reading }, [one, { ...two, sha256: 'fewer rows' }]).sha256).not.toBe(sha256);
    expect(planOf({ reading }, [one]).sha256).not.toBe(sha256);
  });

  it('is approved where a person said so of this very plan', () => {
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

  it('is due once, of each batch that passed', () => {
    const passed = dry(1, 'a');
    const failed = aSubmission({ batch: 2, phase: 'dry', status: 'invalid' });
    expect(checkOf({ approval })).toBe(2);
    expect(toCheckAgain(aRun({ approval }), [passed, failed])).toEqual([passed]);
    expect(toCheckAgain(aRun({ approval }), [{ ...passed, check: 1 }])).toHaveLength(1);
    expect(toCheckAgain(aRun({ approval }), [{ ...passed, check: 2 }])).toEqual([]);
    expect(toCheckAgain(aRun({ approval: { asked: 2, plan } }), [passed])).toEqual([]);
  });

  it('forgets what was foretold before, and is begun once for each check (invariant 7)', () => {
    const event = { type: 'recheck', at: second(10), check: 1 } as const;
    const again = nextSubmission(dry(1, 'a'), event);
    expect(again).toMatchObject({ status: 'planned', check: 1, counts: undefined, foretold: undefined });
    expect(again && nextSubmission({ ...again, status: 'succeeded' }, event)).toBeUndefined();
    expect(nextSubmission(aSubmission({ status: 'succeeded' }), event)).toBeUndefined();
  });

  it('does not take the late importId of the check before for its own (invariant 4)', () => {
    const late = anAttempt({ owner: 'early', outcome: 'ambiguous' });
    const now = anAttempt({ number: 2, owner: 'b', check: 1 });
    const sending = aSubmission({ phase: 'dry', status: 'sending', check: 1, attempts: [late, now] });
    const heard = nextSubmission(sending, {
      type: 'accepted',
      at: second(11),
      owner: 'early',
      importId: 'old',
    });
    expect(heard).toMatchObject({ status: 'sending', importId: undefined });
    expect(heard?.attempts[0]?.importId).toBe('old');
    const own = nextSubmission(sending, { type: 'accepted', at: second(11), owner: 'b', importId: 'new' });
    expect(own).toMatchObject({ status: 'accepted', importId: 'new' });
  });
});
