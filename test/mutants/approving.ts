import { tested, type Mutant } from './mutant.ts';

const scenarios = 'test/scenarios/second-person.test.ts';
const persons = 'packages/flow/src/act/second-person.test.ts';
const rules = 'packages/import-plan/src/profile/guard-rails.ts';
const second = 'packages/flow/src/act/second-person.ts';

/** Bugs in who must approve what. */
export const ofApproving: readonly Mutant[] = [
  {
    name: "the stack's guard rails do not hold without a profile",
    file: rules,
    from: '(profile === undefined || stack.guardRailsForProfiles)',
    to: 'stack.guardRailsForProfiles',
    proof: tested(scenarios),
  },
  {
    name: "the stack's guard rails never hold for profiles",
    file: rules,
    from: '(profile === undefined || stack.guardRailsForProfiles)',
    to: 'profile === undefined',
    proof: tested(scenarios),
  },
  {
    name: 'a sheet that deletes records may need no approval',
    file: rules,
    from: '    (sheet.deletes && mostDeleted !== undefined) ||\n',
    to: '',
    proof: tested(scenarios),
  },
  {
    name: 'a profile that deletes every record of a sheet is not seen',
    file: 'packages/flow/src/read/read-sheet.ts',
    from: 'isSet || ',
    to: '',
    proof: tested(scenarios),
  },
  {
    name: 'a run whose approval rule is gone needs no approval',
    file: 'packages/flow/src/read/run-settings.ts',
    from: ": { approval: 'ask', guardRails: {}",
    to: ": { approval: 'auto', guardRails: {}",
    proof: tested(scenarios),
  },
  {
    name: 'a folder without a profile takes drops where the stack rejects them',
    file: 'packages/flow/src/read/read-drop.ts',
    from: "services.approval.dropsWithoutProfile === 'reject'",
    to: 'false',
    proof: tested(scenarios),
  },
  {
    name: 'an approval may name any plan',
    file: 'packages/flow/src/act/approve.ts',
    from: 'if (!approval.plan.sha256.startsWith(plan))',
    to: 'if (false)',
    proof: tested(persons),
  },
  {
    name: 'an approval need not name a plan',
    file: 'packages/flow/src/act/approve.ts',
    from: 'plan: z.string(planExpected).regex(/^[0-9a-f]{8,64}$/, planExpected),',
    to: "plan: z.string(planExpected).regex(/^[0-9a-f]{8,64}$/, planExpected).default(''),",
    proof: tested(persons),
  },
  {
    name: 'the stack requires no second person',
    file: rules,
    from: ' || stack.secondPerson',
    to: '',
    proof: tested(scenarios),
  },
  {
    name: 'a second person is never asked for',
    file: 'packages/flow/src/act/approve.ts',
    from: 'if (refusal !== undefined)',
    to: 'if (false)',
    proof: tested(persons),
  },
  {
    name: 'the name in a signed request counts as its signer',
    file: 'packages/flow/src/act/act-on-run.ts',
    from: '{ by, principal: request.principal }',
    to: '{ by: parsed.by ?? by }',
    proof: tested(persons),
  },
  {
    name: 'the name that a dropper claimed counts as the principal',
    file: second,
    from: '[signerOf(principal, droppedBy), ',
    to: '[signerOf(droppedBy, droppedBy), ',
    proof: tested(persons),
  },
  {
    name: 'a drop whose dropper is not known is approved by anybody',
    file: second,
    from: "dropper === undefined || approver === undefined) return 'unknown';",
    to: 'dropper === undefined || approver === undefined) return false;',
    proof: tested(persons),
  },
  {
    name: 'two sessions of a role are two people',
    file: second,
    from: 'return dropper.id === approver.id && !/',
    to: 'return false && !/',
    proof: tested(persons),
  },
  {
    name: 'a person with two roles is two people',
    file: second,
    from: '  if (isOneName(dropper.session, approver.session)) return true;\n',
    to: '',
    proof: tested(persons),
  },
  {
    name: 'whoever dropped the file that was corrected may approve',
    file: second,
    from: 'of await sourcesOf(run, services)) {',
    to: 'of (await sourcesOf(run, services)).slice(0, 1)) {',
    proof: tested(persons),
  },
  {
    name: 'droppers may write profiles',
    file: 'infra/people-policies.ts',
    from: "objects(drops, 'inbox/FOLDER/*')",
    to: "objects(drops, '*')",
    proof: tested('infra/people-policies.test.ts'),
  },
];
