import { describe, expect, it } from 'vitest';
import { wordingProblems } from '../../../../test/words/jargon.ts';
import { isMigrationName, migrationOfKey, readDefinition } from './index.ts';

const now = new Date('2026-11-21T20:00:00Z');
const file = 'migrations/people/people.xlsx';
const client = { schema: 'client', lookup: 'email' };
const step = { file, sheet: 'Clients', ...client };
const read = (definition: object, name = 'nightly') => readDefinition(name, JSON.stringify(definition), now);

function refused(text: string, name = 'nightly') {
  const found = readDefinition(name, text, now);
  return found.kind === 'refused' ? found.problems : [];
}
const problems = (definition: object, name?: string) => refused(JSON.stringify(definition), name);

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
        paused: false,
      },
      schedule: undefined,
      nextFire: undefined,
    });
  });

  it('has a next time by the clocks of its zone', () => {
    const found = read({ steps: [step], schedule: 'cron(30 2 * * ? *)', timeZone: 'Europe/Berlin' });
    expect(found).toMatchObject({ nextFire: new Date('2026-11-22T01:30:00Z') });
  });

  it('has no next time while it is paused', () => {
    const found = read({ steps: [step], schedule: 'rate(1 day)', paused: true });
    expect(found).toMatchObject({ kind: 'migration', definition: { paused: true }, nextFire: undefined });
  });

  it('may have a schedule for a single time that is over', () => {
    const found = read({ steps: [step], schedule: 'at(2026-11-21T19:00:00)' });
    expect(found).toMatchObject({ kind: 'migration', nextFire: undefined });
  });

  it.each([
    [
      { steps: [step, { ...step, lookup: 'emial' }] },
      'step 2: client has no lookup "emial"; did you mean "email"?',
    ],
    [
      { steps: [{ ...step, lookup: undefined }] },
      'step 1: write a "lookup"; client has id, name, email, username',
    ],
    [
      { steps: [{ ...step, schema: 'cleint' }] },
      'step 1: there is no schema "cleint"; did you mean "client"?',
    ],
    [{ steps: [{ file }] }, 'step 1: write "schema" and "lookup", or the name of a "profile"'],
    [
      { steps: [{ ...step, profile: 'members' }] },
      'step 1: write a "profile", or "schema" and "lookup", not both',
    ],
    [{ steps: [{ ...step, prefix: 'migrations/a/' }] }, 'step 1: write "file" or "prefix", not both'],
    [{ steps: [client] }, 'step 1: write a "file", or a "prefix" for all files of a folder'],
    [
      { steps: [{ ...client, file: 'inbox/a.csv' }] },
      'step 1: "inbox/a.csv" is not below migrations/; move it there, such as to "migrations/data/a.csv"',
    ],
    [{ steps: [{ prefix: 'migrations/a', profile: 'members' }] }, 'prefix of step 1: write a "/" at its end'],
    [{ steps: [{ ...step, retries: 3 }] }, 'step 1 takes name, file, prefix, bucket, sheet,'],
    [{ steps: [{ ...step, file: 5 }] }, 'file of step 1: expected a text in quotes, not 5'],
    [{ steps: [] }, 'steps: expected at least 1 entry'],
    [{}, 'steps: it is missing; expected a list'],
    [{ steps: [step], schedul: 'rate(1 day)' }, 'there is no setting "schedul"; did you mean "schedule"?'],
    [{ steps: [step], timeZone: 'Europe/Paname' }, 'timeZone: expected '],
    [
      { steps: [step], schedule: 'cron(0 0 30 2 ? *)' },
      'schedule: cron(0 0 30 2 ? *) never fires; for the last day',
    ],
    [{ steps: [step], schedule: 'cron(0 0 1 1 ? 2020)' }, 'schedule: cron(0 0 1 1 ? 2020) never fires'],
    [{ steps: [step], schedule: 'every night' }, 'schedule: expected '],
    [
      { steps: [step], schedule: 'at(2026-03-29T02:30:00)', timeZone: 'Europe/Berlin' },
      'schedule: expected ',
    ],
    [
      { steps: [step], startWithin: '2h' },
      'startWithin: expected a number of minutes, hours or days, such as "2 hours"',
    ],
    [
      { steps: [step], ifStepFails: 'panic' },
      'ifStepFails: expected "stop" or "goOn" or "undo", not "panic"',
    ],
    [{ steps: [step], emails: ['nobody'] }, 'entry 1 of emails: expected an e-mail address such as'],
    [{ steps: [step], dryRun: 'yes' }, 'dryRun: expected true or false, not "yes"'],
  ])('is refused in words for its writer: %j: %s', (definition, sentence) => {
    const [problem = '', ...more] = problems(definition);
    expect(problem).toContain(sentence);
    expect(more).toEqual([]);
    expect(wordingProblems(problem)).toEqual([]);
  });

  it('is refused with every mistake at once, wherever each is', () => {
    const wrong = {
      steps: [{ ...step, lookup: 'x', ifEmpty: 'skip' }, { file: 5, profile: 'a', lookup: 'b' }, 'third'],
      ifRunning: 'wait',
      schedule: 'rate(1 dya)',
      schedul: 'rate(1 day)',
    };
    const places = problems(wrong, 'nightly people').map((problem) => problem.split(/[:;,]/u)[0]);
    expect(places.toSorted()).toStrictEqual([
      'file of step 2',
      'ifEmpty of step 1',
      'ifRunning',
      'its name may have letters',
      'schedule',
      'step 1',
      'step 2',
      'step 3',
      'there is no setting "schedul"',
    ]);
  });

  it('is refused if it has a name twice, or is no JSON, with the place', () => {
    const [twice] = refused('{ "steps": [], "dryRun": true, "dryRun": false }');
    expect(twice).toContain('"dryRun" twice');
    expect(refused('{ "steps": [,] }')).toEqual([
      'it is not JSON: line 1, character 13: there is a comma too many',
    ]);
  });

  it.each(['{', '', '[]', 'null'])('is refused if it is not an object: %j', (text) => {
    expect(readDefinition('nightly', text, now).kind).toBe('refused');
  });

  it('has a name that is valid for a schedule', () => {
    expect(problems({ steps: [step] }, 'nightly people')).toEqual([expect.stringContaining('its name may')]);
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
