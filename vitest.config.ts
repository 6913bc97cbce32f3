import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'cdk.out/**', '.sluice/**'],
    // Two cores: more workers than this only take turns.
    maxWorkers: 2,
    // Loading modules costs more than most tests, so the files of a worker share them. A file restores what it stubs.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
