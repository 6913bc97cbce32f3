import { describe, expect, it } from 'vitest';
import { isMigrationName, migrationOfKey, problemText, readDefinition } from './index.ts';

const now = new Date('2026-11-21T20:00:00Z');
const step = { file: 'migrations/people/people.xlsx', sheet: 'Clients', schema: 'client', lookup: 'email' };
const read = (definition: object, name = 'nightly') => readDefinition(name, JSON.stringify(definition), now);

function problems(definition: object, name?: string) {
  const found = read(definition, name);
  return found.kind === 'refused' ? found.problems : [];
}

describe('the definition of a migration', () => {
  it('has the cautious choice by default', () => {
    expect(read({ steps: [step] })).toStrictEqual({
      kind: 'migration',
      definition: {
        steps: [{ ...step, ifEmpty: 'fail' }],
        timeZone: 'UTC',
        ifStepFails: 'stop',
        ifRunning: 'skip',
        startWithin: '1 day',
        dryRun: false,
      },
    });
  });

  it('has a next time by the clocks of its zone', () => {
    const found = read({ steps: [step], schedule: 'cron(30 2 * * ? *)', timeZone: 'Europe/Berlin' });
    expect(found).toMatchObject({ nextFire: new Date('2026-11-22T01:30:00Z') });
  });

  it('may have a schedule for a single time that is over', () => {
    const found = read({ steps: [step], schedule: 'at(2026-11-21T19:00:00)' });
    expect(found).toMatchObject({ kind: 'migration', nextFire: undefined });
  });

  it.each([
    ['steps[1].lookup', { steps: [step, { ...step, lookup: 'emial' }] }],
    ['steps[0].schema', { steps: [{ ...step, schema: 'clown' }] }],
    ['steps[0].schema', { steps: [{ file: 'a.csv' }] }],
    ['steps[0].profile', { steps: [{ ...step, profile: 'members' }] }],
    ['steps[0].file', { steps: [{ ...step, prefix: 'migrations/a/' }] }],
    ['steps[0].file', { steps: [{ schema: 'client', lookup: 'email' }] }],
    ['steps[0].prefix', { steps: [{ prefix: 'migrations/a', profile: 'members' }] }],
    ['steps[0].retries', { steps: [{ ...step, retries: 3 }] }],
    ['steps', { steps: [] }],
    ['steps', {}],
    ['timeZone', { steps: [step], timeZone: 'Europe/Paname' }],
    ['schedule', { steps: [step], schedule: 'cron(0 0 30 2 ? *)' }],
    ['schedule', { steps: [step], schedule: 'cron(0 0 1 1 ? 2020)' }],
    ['schedule', { steps: [step], schedule: 'every night' }],
    ['schedule', { steps: [step], schedule: 'at(2026-03-29T02:30:00)', timeZone: 'Europe/Berlin' }],
    ['startWithin', { steps: [step], startWithin: '2h' }],
    ['ifStepFails', { steps: [step], ifStepFails: 'panic' }],
    ['emails[0]', { steps: [step], emails: ['nobody'] }],
    ['dryRun', { steps: [step], dryRun: 'yes' }],
  ])('is refused with the place %s, what was expected and an example', (path, definition) => {
    const [problem] = problems(definition);
    expect(problem).toMatchObject({
      path,
      expected: expect.stringMatching(/./),
      example: expect.stringMatching(/./),
    });
    expect(problemText(problem!)).toContain(`${path}: expected `);
  });

  it('is refused with every place at once', () => {
    const wrong = { steps: [{ ...step, lookup: 'x' }], ifRunning: 'wait', schedul: 'rate(1 day)' };
    expect(
      problems(wrong)
        .map(({ path }) => path)
        .toSorted(),
    ).toStrictEqual(['ifRunning', 'schedul', 'steps[0].lookup']);
  });

  it('is refused if it has a name twice', () => {
    const read = readDefinition('nightly', '{ "steps": [], "dryRun": true, "dryRun": false }', now);
    expect(read).toMatchObject({ problems: [{ expected: expect.stringContaining('"dryRun" twice') }] });
  });

  it.each(['{', '', '[]', 'null'])('is refused if it is not an object: %j', (text) => {
    expect(readDefinition('nightly', text, now).kind).toBe('refused');
  });

  it('has a name that is valid for a schedule', () => {
    expect(problems({ steps: [step] }, 'nightly people')).toMatchObject([{ path: 'name' }]);
    for (const name of ['a', 'nightly-people.v2', 'N_1']) expect(isMigrationName(name)).toBe(true);
  });

  it('is a file right below migrations/, not in a folder there', () => {
    expect(migrationOfKey('migrations/nightly.json')).toBe('nightly');
    for (const key of [
      'migrations/people/x.json',
      'inbox/nightly.json',
      'migrations/.json',
      'migrations/x.csv',
    ])
      expect(migrationOfKey(key)).toBeUndefined();
  });
});
