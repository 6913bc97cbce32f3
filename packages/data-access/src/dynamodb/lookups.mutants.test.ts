import { mutantsOf } from '@sluice/test/mutants/mutant.ts';

export const mutants = mutantsOf(import.meta.url, {
  'who shares a value is not found once the claim is removed': {
    file: 'packages/data-access/src/dynamodb/lookups.ts',
    from: "    items.map((item) => ({ write: 'delete', key: item, where: { id } })),\n  );\n",
    to: "    items.map((item) => ({ write: 'delete', key: item, where: { id } })),\n  );\n  if (heir === undefined) return;\n",
  },
});
