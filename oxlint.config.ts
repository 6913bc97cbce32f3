import { defineConfig } from 'oxlint';

/**
 * Who may import whom; arrows point down only. A package that is not in its row's list, and any AWS SDK client
 * outside the adapters, is a finding.
 */
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

const houses = [
  'contract',
  'client',
  'data-access',
  'sheets',
  'import-plan',
  'ledger',
  'mail',
  'lambda-kit',
  'local',
  'cli',
  'functions',
  'infra',
  'test',
];

/** Folders whose work is to speak to AWS. */
const adapters = [
  'packages/data-access/src/dynamodb',
  'packages/ledger/src/dynamodb',
  'packages/mail/src/ses',
  'packages/local',
  'packages/cli',
  'functions',
];

const forbidden = (place: string, allowed: readonly string[], sdk: boolean) => [
  {
    group: houses
      .filter((house) => !allowed.includes(house) && !place.endsWith(house))
      .flatMap((house) => [`@sluice/${house}`, `@sluice/${house}/**`]),
    message: `${place} may import only: ${allowed.join(', ') || 'no other package'}. See the arrows in CONTRIBUTING.md.`,
  },
  ...(sdk
    ? []
    : [
        {
          group: ['@aws-sdk/**'],
          message: 'AWS is met only in adapters: dynamodb/, ses/, functions, local, cli.',
        },
      ]),
  { group: ['**/packages/**'], message: 'Import another package by its name, never by its path.' },
];

const arrowRules = Object.entries(arrows).map(([place, allowed]) => ({
  files: [`${place}/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: forbidden(place, allowed, adapters.includes(place)) },
    ] as const,
  },
}));

const adapterRules = adapters
  .filter((place) => !(place in arrows))
  .map((place) => ({
    files: [`${place}/**/*.ts`],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: forbidden(place, arrows[place.split('/').slice(0, 2).join('/')] ?? [], true) },
      ] as const,
    },
  }));

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
  },
  ignorePatterns: ['**/node_modules/**', 'cdk.out/**', '.sluice/**'],
  overrides: [
    ...arrowRules,
    ...adapterRules,
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
