import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  "the same line by somebody else is taken for one's own": {
    file: 'packages/ledger/src/dynamodb/histories.ts',
    from: 'return line.mark === mark;',
    to: 'return true;',
  },
  'a real submission is planned although its dry run has moved since': {
    file: 'packages/ledger/src/dynamodb/plans.ts',
    from: "ConditionExpression: 'version = :version',",
    to: "ConditionExpression: 'version >= :version',",
  },
  "the own write is taken for somebody else's after a lost reply": {
    file: 'packages/aws-kit/src/dynamodb/write.ts',
    from: '    if (await isOurs(access, proof)) return true;\n',
    to: '',
  },
});
