import { describe, expect, it } from 'vitest';
import { parseArgv } from './argv.ts';
import { CliError } from '../io/cli-error.ts';
import { exitCodes } from '../io/exit-codes.ts';
import type { Invocation } from '../commands/index.ts';

const client = { schema: 'client', lookup: 'email' };

const sheet = { file: 'a.csv', folder: client };
const county = { file: 'a.csv', folder: { profile: 'county' } };
const local = {
  command: 'local',
  options: { port: 4000, data: '/tmp/d', fresh: true, easy: true, concurrency: 10 },
} as const;
const listed = { since: '7d', status: 'partly_succeeded', all: true } as const;

const table: [string, Invocation][] = [
  ['local', { command: 'local', options: { fresh: false, easy: false } }],
  ['local --port 4000 --data /tmp/d --fresh --easy --concurrency 10', local],
  ['plan a.csv --schema client --lookup email', { command: 'plan', options: sheet }],
  ['plan a.csv --profile county', { command: 'plan', options: county }],
  ['drop a.csv --schema client --lookup email', { command: 'drop', options: { ...sheet, wait: true } }],
  [
    'drop --schema client --lookup email --wait a.csv',
    { command: 'drop', options: { ...sheet, wait: true } },
  ],
  ['drop a.csv --profile county --no-wait', { command: 'drop', options: { ...county, wait: false } }],
  ['runs', { command: 'runs', options: { all: false } }],
  ['runs --since 7d --status partly_succeeded --all', { command: 'runs', options: listed }],
  ['run abc --result r.csv', { command: 'run', options: { runId: 'abc', result: 'r.csv', details: false } }],
  ['run abc', { command: 'run', options: { runId: 'abc', details: false } }],
  ['run abc --details', { command: 'run', options: { runId: 'abc', details: true } }],
  ['watch abc --no-color', { command: 'watch', options: { id: 'abc' } }],
  ['call getRoles', { command: 'call', options: { operation: 'getRoles', json: undefined } }],
  ['call getUsers {"limit":1}', { command: 'call', options: { operation: 'getUsers', json: '{"limit":1}' } }],
  ['call import --data body.json', { command: 'call', options: { operation: 'import', data: 'body.json' } }],
  ['control', { command: 'control', options: { help: false } }],
  [
    'control listForms {} --site Demo',
    { command: 'control', options: { operation: 'listForms', json: '{}', site: 'Demo', help: false } },
  ],
  ['control listForms -h', { command: 'control', options: { operation: 'listForms', help: true } }],
  ['call import -', { command: 'call', options: { operation: 'import', json: '-' } }],
];

const mistakes: [string, string][] = [
  ['fly', "unknown command 'fly'"],
  ['rnus', "unknown command 'rnus'. Did you mean runs?"],
  ['runs --sinse 7d', "unknown option '--sinse'. Did you mean --since?"],
  ['fly --help', "unknown command 'fly'"],
  ['--format json fly --help', "unknown command 'fly'"],
  ['help fly', "unknown command 'fly'"],
  ['plan', 'file is missing.'],
  ['audit', 'audit: expected one of: verify, changes, export.'],
  ['plan a.csv', 'Expected --schema and --lookup, such as --schema client --lookup email'],
  ['plan a.csv --schema client', 'Expected --schema and --lookup, such as --schema client --lookup email'],
  ['drop a.csv --schema client --lookup email --profile county', 'or --profile alone'],
  ['drop a.csv b.csv --profile county', 'too many arguments'],
  ['drop a.csv --profile county --no-wait --result r.csv', 'Expected --result or --no-wait, not both'],
  ['runs --status done', '--status done: expected one of: reading, queued'],
  ['runs --format yaml', '--format yaml: expected one of: text, json'],
  ['local --port 70000', '--port 70000: expected a number from 1 to 65535'],
  ['run abc --whole', "unknown option '--whole'"],
];

const parsed = (line: string) => parseArgv(line.split(' '));

describe('the command line', () => {
  it.each(table)('reads `%s`', (line, invocation) => {
    expect(parsed(line)).toEqual({ invocation, format: 'text' });
  });

  it.each(mistakes)('refuses `%s`, and reports what was expected', (line, words) => {
    expect(() => parsed(line)).toThrow(words);
    expect(() => parsed(line)).toThrow(CliError);
  });

  it('accepts --format before and after the command', () => {
    for (const line of ['--format json runs', 'runs --format json'])
      expect(parsed(line)).toMatchObject({ format: 'json' });
  });

  it.each(['--help', 'help', 'drop --help', 'help drop'])('prints every exit code for `%s`', (line) => {
    for (const { status, meaning } of Object.values(exitCodes))
      expect(parsed(line)).toMatchObject({ help: expect.stringContaining(`${status}  ${meaning}`) });
  });

  it('prints the version of the package', async () => {
    const { default: manifest } = await import('../../package.json', { with: { type: 'json' } });
    expect(parseArgv(['--version'])).toStrictEqual({ help: `${manifest.version}\n` });
  });

  it('prints help for no arguments at all', () => {
    expect(parseArgv([])).toMatchObject({ help: expect.stringContaining('Usage: sluice') });
  });
});
