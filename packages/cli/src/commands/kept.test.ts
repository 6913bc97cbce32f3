import { describe, expect, it } from 'vitest';
import { fakeSystem } from '../testing/fake-system.ts';

const system = fakeSystem();
const profile = { schema: 'client', lookup: 'email' };
const put = (key: string, json: object) =>
  system.objects.set(`drops/${key}`, Buffer.from(JSON.stringify(json)));
const textAt = (key: string) => Buffer.from(system.objects.get(`drops/${key}`) ?? []).toString('utf8');

describe('sluice profiles', () => {
  it('lists the saved profiles, and shows where one is wrong', async () => {
    await system.ends('profiles', { stdout: 'No profiles. Save one with: npx sluice profile FILE' });
    put('profiles/county.json', profile);
    put('profiles/members.json', { ...profile, lookup: 'identifier', approval: 'ask', paused: true });
    put('profiles/broken.json', { schema: 'client' });
    await system.ends('profiles', {
      stdout: [
        /^county +client +email$/mu,
        /^members +client +identifier +a person approves +paused$/mu,
        /^broken +\S/mu,
      ],
    });
    const { stdout } = await system.ends('profiles --format json', {});
    expect(JSON.parse(stdout)).toContainEqual({
      name: 'county',
      ...profile,
      approval: 'auto',
      paused: false,
    });
  });

  it.each([
    [
      'profiles',
      'profiles/county.json',
      profile,
      'The profile county is paused. Drops in its folder are rejected',
    ],
    [
      'migrations',
      'migrations/county.json',
      { schedule: 'rate(1 day)', steps: [] },
      'The migration county is paused.',
    ],
  ])('sluice %s pauses, resumes and removes by name', async (command, key, json, paused) => {
    put(key, json);
    await system.ends(`${command} pause county`, { stdout: [paused, `npx sluice ${command} resume county`] });
    expect(JSON.parse(textAt(key))).toEqual({ ...json, paused: true });
    await system.ends(`${command} pause county`, { stdout: 'is paused already. Nothing was changed.' });
    await system.ends(`${command} resume county --format json`, { stdout: '"changed": true' });
    expect(JSON.parse(textAt(key))).toEqual(json);
    await system.ends(`${command} rm county`, { stdout: 'is removed' });
    expect(system.objects.has(`drops/${key}`)).toBe(false);
    await system.ends(`${command} rm county`, {
      status: 2,
      stderr: `Expected one that \`npx sluice ${command}\` lists.`,
    });
  });
});
