import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/captured.ts';
import { startFakeSystem, type FakeSystem } from '../testing/fake-system.ts';

describe('sluice profile', () => {
  let system: FakeSystem;
  beforeEach(async () => {
    system = await startFakeSystem();
  });
  afterEach(() => system.stop());

  const save = async (profile: unknown, name = 'careful.json') => {
    await writeFile(join(system.cwd, name), typeof profile === 'string' ? profile : JSON.stringify(profile));
    return runCaptured(['profile', name], { cwd: system.cwd });
  };
  const uploads = () =>
    system.seen.filter(({ method }) => method === 'PUT').map(({ path }) => path.replace(/\?.*/u, ''));

  it('saves it, and says what it rules and how a sheet is dropped with it', async () => {
    const { status, stdout } = await save({ schema: 'client', lookup: 'E-Mail', approval: 'ask' });
    expect(status).toBe(0);
    expect(stdout).toBe(
      [
        'Saved as profiles/careful.json: client, found by email.',
        'A person approves every run.',
        'Drop a sheet with it: npx sluice drop FILE --profile careful',
        '',
      ].join('\n'),
    );
    expect(uploads()).toEqual(['/s3/drops/profiles/careful.json']);
  });

  it.each([
    [{ schema: 'client', lookup: 'email', aproval: 'ask' }, 'careful.json', 'aproval'],
    [{ schema: 'client', lookup: 'mail' }, 'careful.json', 'Expected one of: '],
    [{ schema: 'client', lookup: 'email', columns: { Mail: 'emial' } }, 'careful.json', 'emial'],
    ['no JSON', 'careful.json', 'it is not JSON'],
    [{ schema: 'client', lookup: 'email' }, 'client.json', 'it has the name of a schema'],
  ])('saves nothing of %j as %s, and says what is wrong', async (profile, name, why) => {
    const { status, stderr } = await save(profile, name);
    expect([status, stderr]).toEqual([1, expect.stringContaining(why)]);
    expect(stderr).toContain('Nothing was saved');
    expect(uploads()).toEqual([]);
  });

  it('refuses a file of another kind', async () => {
    expect((await save('schema: client', 'careful.yaml')).status).toBe(2);
  });
});
