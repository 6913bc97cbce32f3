import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runJsonSchema } from '@sluice/ledger/views';
import { describe, expect, it } from 'vitest';
import { parseArgv } from './program/argv.ts';
import { exitCodes } from './io/exit-codes.ts';
import { declareProgram } from './program/program.ts';
import { runCaptured } from './testing/captured.ts';
import { examples } from './testing/examples.ts';
import { fakeSystem, json, type Answering } from './testing/fake-system.ts';
import { keysOf, keysOfSchema, type Keys } from './testing/json-keys.ts';
import { reference } from './testing/reference.ts';
import { aRun, aSummary, usage } from './testing/run-builder.ts';
import { wordsOf } from './testing/words-of.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const system = fakeSystem();
const id = 'abcdefghijklmnopqrstuvwxyz';
const client = '--schema client --lookup email';

const erasedRun = {
  runId: id,
  key: 'k',
  status: 'succeeded',
  objects: 1,
  removed: [],
  refused: true,
  left: [],
};
const letter = { queue: 'batches', messageId: 'm1', outcome: 'kept', why: 'it cannot be read', runId: id };
const write = { version: 1, date: '2026-03-01T07:00:00.000Z', action: 'create', changes: {}, importId: 'i1' };
const record = { id: 'r1', schema: 'client', deleted: false, version: 1, createdDate: 'c', updatedDate: 'u' };

const answer: Answering = ({ path }) => {
  if (path.endsWith('/eraseRecord')) return json({ ok: true, objects: 1, busy: [] });
  if (path.endsWith('/recordHistory')) return json({ ok: true, record, items: [write], end: 'began' });
  if (path.startsWith('/control')) return json({ ok: true, site: { siteId: 's1', name: 'Acme' } });
  if (path.startsWith('/service'))
    return json({ ok: false, error: { code: 'unauthorized', message: 'No.' } });
  if (path.endsWith('/erase')) return json({ runs: [erasedRun], searched: 1 });
  if (path.endsWith('/redrive'))
    return json({ counts: { queuedAgain: 0, dropped: 0, kept: 1 }, letters: [letter], more: false });
  if (path.includes('/rows?')) return json({ rows: [2] });
  if (path.startsWith('/history/runs?')) return json({ runs: [{ ...aSummary(), usage }] });
  return json({ ...aRun(), eta: null });
};

/** Commands whose answers as JSON the page lists. */
const answering: Readonly<Record<string, string>> = {
  plan: `plan wrong.csv ${client} --records 1`,
  template: 'template --schema client',
  drop: `drop good.csv ${client} --no-wait`,
  costs: 'costs',
  redrive: 'redrive',
  erase: 'erase --record ana@example.com',
  history: 'history client r1',
  doctor: 'doctor',
};

async function answerKeys(): Promise<Record<string, Keys>> {
  system.answer = answer;
  await system.write('good.csv', 'Name,E-mail\nAda,ada@example.com\n');
  await system.write('wrong.csv', 'Name,E-mail\nAda,ada@example.com\nAda,a@example.com\nBo,bo\n');
  const keys: Record<string, Keys> = { run: keysOfSchema(runJsonSchema) };
  for (const [name, line] of Object.entries(answering)) {
    const { stdout, stderr } = await system.sluice(`${line} --format json`);
    expect(stdout, stderr).not.toBe('');
    keys[name] = keysOf(JSON.parse(stdout), name === 'history' ? 3 : 2);
  }
  return keys;
}

describe('docs/command-line.md', () => {
  const program = declareProgram(
    () => undefined,
    () => undefined,
  );
  const lines = Object.values(examples)
    .flat()
    .map((line) => wordsOf(line.replace(/ < .*/u, '')));

  it('has every command as it declares itself', async () => {
    const head = await readFile(`${repository}/packages/cli/command-line.head.md`, 'utf8');
    const page = reference(program, head, await answerKeys());
    await expect(page).toMatchFileSnapshot('../../../docs/command-line.md');
  });

  it('has an example of every command, and each can be called', () => {
    expect(Object.keys(examples).toSorted()).toEqual(program.commands.map((each) => each.name()).toSorted());
    for (const argv of lines) expect(parseArgv(argv)).toHaveProperty('invocation');
  });

  it('shows plans that can be made, of good rows and of five wrong ones', async () => {
    const statuses: number[] = [];
    for (const argv of lines.filter(([command]) => command === 'plan'))
      statuses.push((await runCaptured(argv, { cwd: repository })).status);
    expect(statuses).toStrictEqual([exitCodes.ok.status, exitCodes.rowsLeft.status]);
  });
});

it.each([
  ['runs --since soon', { code: 'usage', exitCode: 2, help: 'npx sluice runs --help' }],
  ['run zzzzzzzz', { code: 'usage', exitCode: 2 }],
])('with `--format json` a failing `%s` ends stderr with its error as JSON', async (line, error) => {
  system.answer = answer;
  const { stdout, stderr, status } = await system.sluice(`${line} --format json`);
  expect([stdout, status]).toEqual(['', error.exitCode]);
  expect(JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '')).toEqual({
    error: expect.objectContaining({ ...error, message: expect.any(String) }),
  });
});
