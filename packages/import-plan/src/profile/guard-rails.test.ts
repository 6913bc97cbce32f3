import { reasonsText } from '@sluice/contract';
import { describe, expect, it } from 'vitest';
import {
  mayNeedApproval,
  approvalReasons,
  ruleFor,
  type ApprovalRule,
  type ApprovalSettings,
  type GuardRails,
} from './guard-rails.ts';

const rows = { read: 200, filtered: 0, failed: 4, notAttempted: 0, warned: 8 };
/** Some rows have several records. */
const records = { created: 160, updated: 30, deleted: 10, unchanged: 200 };
const previewed = { rows, records };
const rule = (guardRails: GuardRails, approval: ApprovalRule['approval'] = 'auto') => ({
  approval,
  guardRails,
  secondPerson: false,
});
/** Undefined if nothing asks for approval. */
const approvalReason = (...asked: Parameters<typeof approvalReasons>) =>
  reasonsText(approvalReasons(...asked)) || undefined;

describe('a run needs approval', () => {
  it('does not without a rule in the profile', () => {
    expect(mayNeedApproval(rule({}))).toBe(false);
    expect(approvalReason(rule({}), { rows, records: { updated: 200 } })).toBeUndefined();
  });

  it('always does if the profile requires it', () => {
    expect(mayNeedApproval(rule({}, 'ask'))).toBe(true);
    expect(approvalReason(rule({}, 'ask'), previewed)).toBe('The profile requires approval of every run.');
  });

  it('if a list goes of which nobody knows how many items it has, whatever is set for deletions', () => {
    const ofLists = { rows, records: { ...records, unknown: 1 } };
    expect(approvalReason(rule({ mostDeleted: 300 }), ofLists)).toMatch(
      /^10 or more of 400 records would be deleted, but the profile allows only 300/u,
    );
    expect(approvalReason(rule({ mostChanged: 300 }), ofLists)).toBeUndefined();
  });

  it.each([
    [{ mostInvalid: 4 }, undefined],
    [
      { mostInvalid: 3 },
      '4 of 200 rows were refused or not checked, but the profile allows only 3 without approval.',
    ],
    [{ mostInvalid: '2 %' }, undefined],
    [
      { mostInvalid: '1.99%' },
      '4 of 200 rows were refused or not checked, but the profile allows only 1.99% without approval.',
    ],
    [{ mostChanged: 30 }, undefined],
    [{ mostChanged: '7.5 %' }, undefined],
    [{ mostChanged: '7 %' }, '30 of 400 records would change, but the profile allows only 7 %'],
    [{ mostDeleted: '2.5%' }, undefined],
    [{ mostDeleted: 0 }, '10 of 400 records would be deleted, but the profile allows none without approval.'],
    [{ mostDeleted: '100 %' }, undefined],
    [{ mostWarned: '4 %' }, undefined],
    [{ mostWarned: 7 }, '8 of 200 rows have a warning, but the profile allows only 7 without approval.'],
  ] satisfies [GuardRails, string | undefined][])(
    'with the guard rails %j only above them',
    (guardRails, why) => {
      expect(mayNeedApproval(rule(guardRails))).toBe(true);
      const reason = approvalReason(rule(guardRails), previewed);
      if (why === undefined) expect(reason).toBeUndefined();
      else expect(reason).toContain(why);
    },
  );

  it('has shares of the rows that are not filtered out', () => {
    const one = { rows: { ...rows, filtered: 1 }, records };
    expect(approvalReason(rule({ mostInvalid: '2 %' }), one)).toContain('4 of 199 rows');
  });

  it('counts a record with an unknown outcome as a change', () => {
    const some = (landed: number) => ({ rows, records: { ...records, landed } });
    expect(approvalReason(rule({ mostChanged: 40 }), some(10))).toBeUndefined();
    expect(approvalReason(rule({ mostChanged: 40 }), some(11))).toContain('41 of 411 records');
  });

  it('counts a row that was not checked as invalid', () => {
    const some = (notAttempted: number) => ({ rows: { ...rows, notAttempted }, records });
    expect(approvalReason(rule({ mostInvalid: 10 }), some(6))).toBeUndefined();
    expect(approvalReason(rule({ mostInvalid: 10 }), some(7))).toContain('11 of 200 rows');
  });

  it('for every reason that applies', () => {
    const reason = approvalReason(rule({ mostInvalid: 0, mostDeleted: 0 }, 'ask'), previewed);
    expect(reason?.match(/\./gu)).toHaveLength(3);
  });
});

describe('the guard rails of the stack', () => {
  const stack: ApprovalSettings = {
    dropsWithoutProfile: 'accept',
    guardRails: { mostDeleted: 0 },
    guardRailsForProfiles: false,
    secondPerson: false,
  };
  const free = rule({ mostDeleted: '100 %' });
  const profile = 'members';

  it('hold for a run without a profile', () => {
    const found = ruleFor({ approvalRule: rule({}) }, stack);
    expect(mayNeedApproval(found)).toBe(true);
    expect(approvalReason(found, { rows, records: { created: 400 } })).toBeUndefined();
    expect(approvalReason(found, previewed)).toBe(
      "10 of 400 records would be deleted, but the stack's settings allow none without approval.",
    );
  });

  it('leave a profile its own, unless they hold for profiles too', () => {
    expect(ruleFor({ profile, approvalRule: free }, stack)).toEqual(free);
    const strict = ruleFor({ profile, approvalRule: free }, { ...stack, guardRailsForProfiles: true });
    expect(approvalReason(strict, previewed)).toContain("but the stack's settings allow none");
    const tighter = { ...rule({ mostChanged: 0 }), stackGuardRails: { mostChanged: 100 } };
    expect(approvalReason(tighter, previewed)).toContain('30 of 400 records');
  });

  it('require a second person if the profile or the stack does', () => {
    const secondOf = (ofProfile: boolean, ofStack: boolean) =>
      ruleFor(
        { profile, approvalRule: { ...free, secondPerson: ofProfile } },
        { ...stack, secondPerson: ofStack },
      ).secondPerson;
    expect([secondOf(false, false), secondOf(true, false), secondOf(false, true)]).toEqual([
      false,
      true,
      true,
    ]);
  });
});
