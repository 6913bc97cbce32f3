const cores = '^packages/(answers|client|contract|data-access|flow|import-plan|ledger|sheets)/';
const tests = '(\\.test\\.ts$|/testing/)';
const formats = '(csv|fixed|jsonl|ods|xlsx)';
const emulators =
  '^packages/(local|demo|cli)/|node_modules/(@dynoxide/|fauxqs/|aws-local-stepfunctions/|aws-ses-v2-local/)';

/** Checked by `npm run lint`; imports of types count. Who may import whom among the packages is in eslint.config.js. */
export default {
  forbidden: [
    {
      name: 'no-circle',
      severity: 'error',
      comment: 'Files import one another in a circle. Move what both need into a file of its own.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-emulator-in-a-core',
      severity: 'error',
      comment: 'What decides must not know what runs it on one machine.',
      from: { path: cores, pathNot: tests },
      to: { path: emulators },
    },
    {
      name: 'no-format-imports-another',
      severity: 'error',
      comment: 'What formats share is in table, text, workbook, xml or zip.',
      from: { path: `^packages/sheets/src/${formats}/`, pathNot: tests },
      to: { path: `^packages/sheets/src/${formats}/`, pathNot: '^packages/sheets/src/$1/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(cdk\\.out|\\.sluice)/' },
  },
};
