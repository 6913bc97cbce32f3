import { describe, expect, it } from 'vitest';
import { fakeSystem } from '../testing/fake-system.ts';

const system = fakeSystem();
const client = { schema: 'client', lookup: 'email' };

describe('sluice profile', () => {
  it('saves it, and prints its rules and how to drop a sheet with it', async () => {
    await system.write('careful.json', { ...client, lookup: 'E-Mail', approval: 'ask' });
    const { stdout } = await system.ends('profile careful.json', {});
    expect(stdout.split('\n')).toEqual([
      'Saved as profiles/careful.json: client, found by email.',
      'A person approves every run.',
      'Drop a sheet with it: npx sluice drop FILE --profile careful',
      '',
    ]);
    expect(system.uploads()).toEqual(['/s3/drops/profiles/careful.json']);
  });

  it.each([
    [{ ...client, aproval: 'ask' }, 'careful.json', 'aproval'],
    [{ ...client, lookup: 'mail' }, 'careful.json', 'Expected one of: '],
    [{ ...client, columns: { Mail: 'emial' } }, 'careful.json', 'emial'],
    ['no JSON', 'careful.json', 'it is not JSON'],
    [client, 'client.json', 'it has the name of a schema'],
  ])('saves nothing of %j as %s, and prints what is wrong', async (profile, name, why) => {
    await system.write(name, profile);
    await system.ends(['profile', name], { status: 1, stderr: [why, 'Nothing was saved'] });
    expect(system.uploads()).toEqual([]);
  });

  it('refuses a file of another kind', async () => {
    await system.write('careful.yaml', 'schema: client');
    await system.ends('profile careful.yaml', { status: 2 });
  });
});
