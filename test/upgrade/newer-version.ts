import type { Change } from '../mutants/change.ts';

/** What a next version of the code might add: a field of a run, and one within what it read. */
export const newFields: readonly Change[] = [
  {
    file: 'packages/ledger/src/model/run.ts',
    from: '  target: z.string(),\n  emails:',
    to: '  target: z.string(),\n  added: z.object({ text: z.string() }).optional(),\n  emails:',
  },
  {
    file: 'packages/flow/src/read/read-drop.ts',
    from: '    emails: defaultEmails,',
    to: "    emails: defaultEmails,\n    added: { text: 'by a newer version' },",
  },
  {
    file: 'packages/ledger/src/model/reading.ts',
    from: '  skipped: count,\n',
    to: '  skipped: count,\n  sheets: count.optional(),\n',
  },
  {
    file: 'packages/flow/src/read/read-sheet.ts',
    from: '    notes: shortened,\n',
    to: '    notes: shortened,\n    sheets: 1,\n',
  },
];

/** A version after which older code must not write items. */
export const newFormat: Change = {
  file: 'packages/aws-kit/src/dynamodb/other-versions.ts',
  from: 'export const itemFormat = 1;',
  to: 'export const itemFormat = 2;',
};
