import { mutantsOf, tested } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'an undo begins while an unresolved import may still write': {
    file: 'packages/ledger/src/dynamodb/lanes.ts',
    from: ' || isQuiet(before, at)',
    to: '',
  },
  'a write ignores the version that it replaces': {
    file: 'packages/ledger/src/dynamodb/items.ts',
    from: '      ConditionExpression: `${field} = :known`,',
    to: '      ConditionExpression: `${field} <> :known OR ${field} = :known`,',
    proof: tested(
      'packages/ledger/src/dynamodb/dynamo-ledger.test.ts',
      'packages/ledger/src/dynamodb/dynamo-faults.test.ts',
    ),
  },
});
