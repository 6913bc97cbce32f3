import { describe, expect, it } from 'vitest';
import { fakeSystem } from '../testing/fake-system.ts';

const system = fakeSystem();
const client = { schema: 'client', lookup: 'email' };

describe('sluice profile', () => {
  it('saves it, by the name of its lookup in any spelling', async () => {
    await system.write('careful.json', { ...client, lookup: 'E-Mail', approval: 'ask' });
    await system.ends('profile careful.json', { stdout: 'client, found by email.' });
    expect(system.uploads()).toEqual(['/s3/drops/profiles/careful.json']);
  });

  it.each([
    [{ ...client, aproval: 'ask' }, 'careful.json', 'aproval'],
    [{ ...client, lookup: 'mail' }, 'careful.json', 'Write one of '],
    [{ ...client, columns: { Mail: 'emial' } }, 'careful.json', 'emial'],
    ['no JSON', 'careful.json', 'it is not JSON'],
    [client, 'client.json', 'it has the name of a schema'],
  ])('saves nothing of %j as %s, and prints what is wrong', async (profile, name, why) => {
    await system.write(name, profile);
    await system.ends(['profile', name], { status: 2, stderr: [why, 'Nothing was saved'] });
    expect(system.uploads()).toEqual([]);
  });

  it('refuses a file of another kind', async () => {
    await system.write('careful.yaml', 'schema: client');
    await system.ends('profile careful.yaml', { status: 2 });
  });
});

describe('sluice profile --suggest', () => {
  const contacts = 'Vorname,Nachname,E-Mail,Telefon,Fax\nAda,Li,ada@example.com,+49 30 555010,1\n';

  it('prints a profile that can be saved as it stands', async () => {
    await system.write('kontakte.csv', contacts);
    const { stdout } = await system.ends('profile --suggest kontakte.csv', {});
    await system.write('kontakte.json', stdout);
    await system.ends('profile kontakte.json', {
      stdout: 'Saved as profiles/kontakte.json: client, found by email.',
    });
    await system.ends('plan kontakte.csv --profile kontakte.json --records 1', { stdout: /row 2 .*Ada Li/ });
  });

  it('proposes for the schema and the lookup that are asked for', async () => {
    await system.write('kontakte.csv', contacts);
    const options = '--schema interestAccount --lookup name --format json';
    const { stdout } = await system.ends(`profile --suggest kontakte.csv ${options}`, {});
    expect(JSON.parse(stdout)).toMatchObject({
      schema: 'interestAccount',
      lookup: 'name',
      columns: { Telefon: 'phone' },
    });
    await system.ends('profile --suggest kontakte.csv --schema people', {
      status: 2,
      stderr: '--schema people: there is no such schema',
    });
    await system.ends('profile --suggest kontakte.csv --lookup username', {
      status: 1,
      stderr: 'no column seems to be username',
    });
  });

  it.each(['', 'kontakte.json --suggest kontakte.csv', 'kontakte.json --schema client'])(
    'refuses `profile %s`',
    async (argv) => {
      await system.ends(`profile ${argv}`.trim(), { status: 2, stderr: 'Expected the file of a profile' });
    },
  );
});
