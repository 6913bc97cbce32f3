import { defineConfig, type OxlintOverride } from 'oxlint';

/** Who may import whom; arrows point down only. */
const arrows: Record<string, readonly string[]> = {
  'packages/contract': [],
  'packages/client': ['contract'],
  'packages/data-access': ['contract', 'mail'],
  'packages/sheets': [],
  'packages/import-plan': ['contract', 'sheets'],
  'packages/ledger': [],
  'packages/mail': [],
  'packages/lambda-kit': [],
  'packages/local': ['contract', 'client'],
  'packages/cli': ['contract', 'client', 'sheets', 'import-plan', 'ledger', 'local'],
  functions: ['contract', 'client', 'data-access', 'sheets', 'import-plan', 'ledger', 'mail', 'lambda-kit'],
  infra: ['functions'],
};

/** Folders whose work is to speak to AWS. */
const adapters = [
  'packages/data-access/src/dynamodb',
  'packages/data-access/src/s3',
  'packages/data-access/src/sqs',
  'packages/ledger/src/dynamodb',
  'packages/mail/src/ses',
  'packages/local',
  'packages/cli',
  'functions',
];

const packageNames = [...Object.keys(arrows), 'test'].map((place) => place.replace('packages/', ''));

function arrowsOf(place: string): OxlintOverride {
  const home = Object.keys(arrows).find((root) => place === root || place.startsWith(`${root}/`)) ?? place;
  const allowed = arrows[home] ?? [];
  const others = packageNames.filter((name) => !allowed.includes(name) && !home.endsWith(name));
  const patterns = [
    {
      group: others.flatMap((name) => [`@sluice/${name}`, `@sluice/${name}/**`]),
      message: `${home} may import only: ${allowed.join(', ') || 'no other package'}. See the arrows in CONTRIBUTING.md.`,
    },
    { group: ['**/packages/**'], message: 'Import another package by its name, never by its path.' },
  ];
  const noSdk = {
    group: ['@aws-sdk/**'],
    message: 'AWS is met only in adapters: dynamodb/, s3/, sqs/, ses/, functions, local, cli.',
  };
  return {
    files: [`${place}/**/*.ts`],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: adapters.includes(place) ? patterns : [...patterns, noSdk] },
      ],
    },
  };
}

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    'max-lines': ['error', { max: 300 }],
    'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    'max-params': ['error', { max: 3 }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'import/no-default-export': 'error',
    'import/no-cycle': 'error',
    eqeqeq: 'error',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    // Batches are sent one after another on purpose in many places.
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    // A factory's helpers stand beside what they help.
    'unicorn/consistent-function-scoping': 'off',
    // Of windows in a browser, not of worker threads.
    'unicorn/require-post-message-target-origin': 'off',
  },
  ignorePatterns: ['**/node_modules/**', 'cdk.out/**', '.sluice/**'],
  overrides: [
    ...Object.keys(arrows).map(arrowsOf),
    ...adapters.filter((place) => !(place in arrows)).map(arrowsOf),
    {
      files: ['**/*.test.ts', 'test/**/*.ts', '**/testing/**/*.ts'],
      rules: {
        'max-lines': ['error', { max: 400 }],
        'max-lines-per-function': 'off',
        'typescript/no-non-null-assertion': 'off',
        'no-restricted-imports': 'off',
      },
    },
    { files: ['*.config.ts'], rules: { 'import/no-default-export': 'off' } },
  ],
});
