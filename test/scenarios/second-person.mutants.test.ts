import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const guardRails = 'packages/import-plan/src/profile/guard-rails.ts';

export const mutants = mutantsOf(import.meta.url, {
  "the stack's guard rails do not hold without a profile": {
    file: guardRails,
    from: '(profile === undefined || stack.guardRailsForProfiles)',
    to: 'stack.guardRailsForProfiles',
  },
  "the stack's guard rails never hold for profiles": {
    file: guardRails,
    from: '(profile === undefined || stack.guardRailsForProfiles)',
    to: 'profile === undefined',
  },
  'a run whose approval rule is gone needs no approval': {
    file: 'packages/flow/src/read/run-settings.ts',
    from: ": { approval: 'ask', guardRails: {}",
    to: ": { approval: 'auto', guardRails: {}",
  },
  'a folder without a profile takes drops where the stack rejects them': {
    file: 'packages/flow/src/read/read-drop.ts',
    from: "services.approval.dropsWithoutProfile === 'reject'",
    to: 'false',
  },
  'the stack requires no second person': {
    file: guardRails,
    from: ' || stack.secondPerson',
    to: '',
  },
});
