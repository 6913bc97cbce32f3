import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

const approve = 'packages/flow/src/act/approve.ts';
const secondPerson = 'packages/flow/src/act/second-person.ts';

export const mutants = mutantsOf(import.meta.url, {
  'an approval may name any plan': {
    file: approve,
    from: 'if (!approval.plan.sha256.startsWith(plan))',
    to: 'if (false)',
  },
  'an approval need not name a plan': {
    file: approve,
    from: 'plan: z.string(planExpected).regex(/^[0-9a-f]{8,64}$/, planExpected),',
    to: "plan: z.string(planExpected).regex(/^[0-9a-f]{8,64}$/, planExpected).default(''),",
  },
  'a second person is never asked for': {
    file: approve,
    from: 'if (refusal !== undefined)',
    to: 'if (false)',
  },
  'the name in a signed request counts as its signer': {
    file: 'packages/flow/src/act/act-on-run.ts',
    from: '{ by, principal: request.principal }',
    to: '{ by: parsed.by ?? by }',
  },
  'the name that a dropper claimed counts as the principal': {
    file: secondPerson,
    from: '[signerOf(principal, droppedBy), ',
    to: '[signerOf(droppedBy, droppedBy), ',
  },
  'a drop whose dropper is not known is approved by anybody': {
    file: secondPerson,
    from: "dropper === undefined || approver === undefined) return 'unknown';",
    to: 'dropper === undefined || approver === undefined) return false;',
  },
  'two sessions of a role are two people': {
    file: secondPerson,
    from: 'return dropper.id === approver.id && !/',
    to: 'return false && !/',
  },
  'a person with two roles is two people': {
    file: secondPerson,
    from: '  if (isOneName(dropper.session, approver.session)) return true;\n',
    to: '',
  },
  'whoever dropped the file that was corrected may approve': {
    file: secondPerson,
    from: 'did, isLikely } of sources) {',
    to: 'did, isLikely } of sources.slice(0, 1)) {',
  },
  'whoever uploaded the definition of a migration may approve its steps': {
    file: secondPerson,
    from: ", 'uploaded the file'), defined];",
    to: ", 'uploaded the file')];",
  },
  'what S3 reported after a run of a migration began is not asked for': {
    file: secondPerson,
    from: 'hand(known ?? { droppedBy, principal }',
    to: 'hand({ droppedBy, principal }',
  },
  'an approval reads every version of a file': {
    file: secondPerson,
    from: ' || known.size >= mostReads',
    to: '',
  },
  'versions that were not looked at block nobody': {
    file: secondPerson,
    from: 'isComplete ? undefined : ',
    to: 'isComplete || sources.length > 0 ? undefined : ',
  },
  'a person approves the file that they dropped at the console': {
    file: secondPerson,
    from: 'dropper.person === approver.person;',
    to: 'dropper.session === approver.session;',
  },
});
