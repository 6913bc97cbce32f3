import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { fakeSystem, json, type Answering } from './testing/fake-system.ts';
import { aRun, aSummary, usage } from './testing/run-builder.ts';

const system = fakeSystem();
const page = await readFile(new URL('../../../docs/command-line.md', import.meta.url), 'utf8');
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

/** A command, its section of the page, and the keys that the section names; `a[].b` is `b` of each of `a`. */
const documented: [line: string, section: string, keys: string][] = [
  [
    `plan wrong.csv ${client} --records 1`,
    'plan',
    'problems[].row problems[].column problems[].code problems[].reason warnings[].kind warnings[].text warnings[].rows records[].row records[].fields',
  ],
  ['template --schema client', 'template', '[].header [].field [].about [].allowed [].example'],
  [`drop good.csv ${client} --no-wait`, 'drop', 'runId key versionId'],
  [
    `run ${id}`,
    'run',
    'runId bucket key versionId sha256 bytes droppedBy schema lookup status counts.read counts.created counts.updated counts.unchanged counts.deleted counts.landed counts.skipped counts.filtered counts.failed counts.notAttempted counts.unknown startedAt finishedAt resultKey submissions[].batch submissions[].phase submissions[].importId submissions[].status submissions[].attempts eta usage.dryRuns usage.furtherDryRuns usage.imports usage.invocations usage.gbSeconds usage.tableWrites usage.tableReads usage.queueRequests usage.objectPuts usage.objectGets usage.transitions usage.logBytes usage.mails usage.usd timeline[].at timeline[].subject timeline[].type',
  ],
  ['costs', 'costs', '[].month [].runs [].rows [].usd [].usdPerMillionRows'],
  [
    'redrive',
    'redrive',
    'counts.queuedAgain counts.dropped counts.kept letters[].queue letters[].messageId letters[].outcome letters[].why letters[].runId more',
  ],
  [
    'erase --record ana@example.com',
    'erase',
    'dryRun receipt service.objects service.busy searched runs[].runId runs[].key runs[].status runs[].objects runs[].removed runs[].refused runs[].left',
  ],
  [
    'history client r1',
    'history',
    'record.schema record.id record.version record.deleted record.createdDate record.updatedDate writes[].version writes[].date writes[].action writes[].changes writes[].importId writes[].run.runId writes[].run.key writes[].run.rows writes[].run.droppedBy writes[].run.startedAt complete',
  ],
  ['doctor', 'doctor', 'ok findings[].check findings[].state findings[].text findings[].todo'],
];

/** The values at a path; none if a key is absent. */
function at(value: unknown, [key, ...others]: readonly string[]): unknown[] {
  if (key === undefined) return [value];
  if (key === '[]') return (value as unknown[]).flatMap((one) => at(one, others));
  const object = value as Readonly<Record<string, unknown>>;
  return object !== null && key in object ? at(object[key], others) : [];
}

it.each(documented)('the JSON of `%s` has the keys that the page names', async (line, section, keys) => {
  system.answer = answer;
  await system.write('good.csv', 'Name,E-mail\nAda,ada@example.com\n');
  await system.write('wrong.csv', 'Name,E-mail\nAda,ada@example.com\nAda,a@example.com\nBo,bo\n');
  const { stdout, stderr } = await system.sluice(`${line} --format json`);
  expect(stdout, stderr).not.toBe('');
  const value: unknown = JSON.parse(stdout);
  const text = page.split('\n## ').find((part) => part.startsWith(`${section}\n`)) ?? '';
  for (const key of keys.split(' ')) {
    const path = key.split(/\.|(?=\[\])/u);
    expect(at(value, path), key).not.toEqual([]);
    expect(text, key).toMatch(new RegExp(String.raw`(?<![\w.])${path.at(-1)}(?!\w)`, 'u'));
  }
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
