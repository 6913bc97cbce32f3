import { expect, it } from 'vitest';
import { testFolder } from '../testing/captured.ts';

const folder = testFolder();

it('sluice local refuses a file as data folder before anything is started', async () => {
  await folder.write('data', '');
  const words = 'data: this is a file. Expected a folder, there or not.';
  const { stderr } = await folder.ends('local --data data', { status: 2, stderr: words });
  expect(stderr).not.toContain('Synthesizing');
});
