import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { tempFolder } from './packages/local/src/base/temp-folder.ts';

/**
 * They begin first: one that began last would leave a core idle, and most of them are small files. Faults and damaged requests
 * run beside the first start of a system, which synthesizes the stacks for the others.
 */
const slowest = [
  'test/one-system',
  'test/faults/',
  'test/bad-input/',
  'test/demo/',
  'test/simulation/',
  'test/cost/',
];

/** Without an earlier run to go by, as in a clean clone, vitest would begin with the largest files. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number =>
      slowest.findIndex((name) => moduleId.includes(name)) >>> 0;
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  test: {
    env: { TMPDIR: tempFolder(4) },
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'cdk.out/**', '.sluice/**'],
    // Two cores, and one worker that mostly waits for a running system: more than this only take turns.
    maxWorkers: 3,
    // Loading modules costs more than most tests, so the files of a worker share them. A file restores what it stubs.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
