import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** Who may import whom; arrows point down only. */
const arrows = {
  'packages/contract': [],
  'packages/client': ['contract'],
  'packages/aws-kit': [],
  'packages/answers': ['contract', 'ledger'],
  'packages/data-access': ['answers', 'aws-kit', 'contract'],
  'packages/sheets': [],
  'packages/import-plan': ['contract', 'sheets'],
  'packages/ledger': ['aws-kit', 'contract'],
  'packages/flow': ['answers', 'aws-kit', 'client', 'contract', 'import-plan', 'ledger', 'sheets'],
  'packages/console': ['answers', 'aws-kit', 'contract', 'flow', 'import-plan', 'ledger', 'sheets'],
  'packages/local': ['aws-kit', 'contract'],
  'packages/demo': ['client', 'contract', 'ledger', 'local', 'sheets'],
  'packages/cli': [
    'answers',
    'aws-kit',
    'client',
    'console',
    'contract',
    'data-access',
    'demo',
    'import-plan',
    'ledger',
    'sheets',
  ],
  functions: [
    'answers',
    'aws-kit',
    'client',
    'console',
    'contract',
    'data-access',
    'flow',
    'import-plan',
    'ledger',
    'sheets',
  ],
  infra: ['functions', 'contract', 'console'],
};

/** Folders whose work is to speak to AWS. */
const adapters = [
  'packages/aws-kit/src/dynamodb',
  'packages/data-access/src/dynamodb',
  'packages/data-access/src/s3',
  'packages/data-access/src/sqs',
  'packages/ledger/src/dynamodb',
  'packages/answers/src/ses',
  'packages/local',
  'packages/demo',
  'packages/cli',
  'functions',
];

const packageNames = [...Object.keys(arrows), 'test'].map((place) => place.replace('packages/', ''));

function arrowsOf(place) {
  const home = Object.keys(arrows).find((root) => place === root || place.startsWith(`${root}/`)) ?? place;
  const allowed = arrows[home] ?? [];
  const others = packageNames.filter((name) => !allowed.includes(name) && !home.endsWith(name));
  const patterns = [
    {
      group: others.flatMap((name) => [`@sluice/${name}`, `@sluice/${name}/**`]),
      message: `${home} may import only: ${allowed.join(', ') || 'no other package'}. See docs/architecture.md.`,
    },
    { group: ['**/packages/**'], message: 'Import another package by its name, never by its path.' },
  ];
  const noSdk = {
    group: ['@aws-sdk/**', '@sluice/aws-kit/dynamodb'],
    message: 'AWS is met only in adapters: dynamodb/, s3/, sqs/, ses/, functions, local, cli.',
  };
  return {
    files: [`${place}/**/*.{ts,tsx}`],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: adapters.includes(place) ? patterns : [...patterns, noSdk] },
      ],
    },
  };
}

/** Each rule has a reason in CONTRIBUTING.md. */
const rules = {
  'max-lines': ['error', { max: 300 }],
  'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
  'max-params': ['error', { max: 3 }],
  eqeqeq: 'error',
  'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
  'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
  'no-restricted-syntax': [
    'error',
    { selector: 'ExportDefaultDeclaration', message: 'Exports have names.' },
    { selector: 'TSAsExpression > TSAnyKeyword', message: 'Parse it, and trust the type.' },
  ],
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-non-null-assertion': 'error',
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': 'error',
  '@typescript-eslint/await-thenable': 'error',
  '@typescript-eslint/no-unused-vars': [
    'error',
    { ignoreRestSiblings: true, varsIgnorePattern: '^_', argsIgnorePattern: '^_' },
  ],
  '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
  '@typescript-eslint/no-unnecessary-type-assertion': 'error',
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
};

export default tseslint.config(
  { ignores: ['**/node_modules/**', 'cdk.out/**', '**/.sluice/**'] },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.base],
    languageOptions: { parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { regexp },
    rules,
  },
  ...Object.keys(arrows).map(arrowsOf),
  ...adapters.filter((place) => !(place in arrows)).map(arrowsOf),
  {
    files: ['**/*.test.ts', 'test/**/*.ts', '**/testing/**/*.ts', 'bench/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': 'off',
      // A row of a table is spread over a callback's parameters.
      'max-params': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-restricted-imports': 'off',
    },
  },
  { files: ['**/*.config.ts'], rules: { 'no-restricted-syntax': 'off' } },
);
