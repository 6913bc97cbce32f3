import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

/** The stand-in would hide bugs if it were kinder than AWS. */
export const mutants = mutantsOf(import.meta.url, {
  'the stand-in of DynamoDB answers each read consistently': {
    file: 'test/faults/aws/dynamo.ts',
    from: "table.seen(isStrong ? undefined : 'readMs')",
    to: 'table.seen(undefined)',
  },
  'the stand-in of DynamoDB orders keys as JavaScript does': {
    file: 'test/faults/aws/order.ts',
    from: '  if (beyond.test(one) || beyond.test(other)) return Buffer.compare(Buffer.from(one), Buffer.from(other));\n',
    to: '',
  },
});
