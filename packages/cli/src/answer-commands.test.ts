import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { glob, readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Ending } from './testing/captured.ts';
import { commandsIn, onThisMachine, shapeOf } from './testing/commands-in.ts';
import { fakeSystem, json, type Answering } from './testing/fake-system.ts';
import { aRun, aSummary } from './testing/run-builder.ts';
import { wordsOf } from './testing/words-of.ts';

const packages = fileURLToPath(new URL('../../', import.meta.url));

/** The answers that readers get: those of the command line, without what the person typed, and the mails. */
async function answers(): Promise<string[]> {
  const folders = ['cli/golden/', 'answers/golden/'].map((folder) => `${packages}${folder}`);
  const texts = folders.map(async (folder) =>
    Promise.all((await readdir(folder)).map((name) => readFile(`${folder}${name}`, 'utf8'))),
  );
  return (await Promise.all(texts)).flat().map((text) => text.replace(/^\$ .*\n/u, ''));
}

/** A run and a start of a migration, in the place of each that an answer names. */
const id = 'abcdefghijklmnopqrstuvwxyz';
const ofOurs = (command: string) => onThisMachine(command).replaceAll(/\b[a-z2-7]{26}\b/gu, id);
const commands = [...new Set((await answers()).flatMap(commandsIn).map(ofOurs))];

/** What the sentence around a command promises. */
interface Must extends Ending {
  /** Commands of this shape that no golden answer has. */
  readonly like?: readonly string[];
  readonly hasRuns?: boolean;
  /** The run, before and after the command. */
  readonly run?: Parameters<typeof aRun>[0];
  readonly after?: Parameters<typeof aRun>[0];
  /** The last part of the path, and the body, of what it asks of the history. */
  readonly asks?: readonly [path: string, body: object];
  /** The keys that it uploads. */
  readonly uploads?: readonly RegExp[];
  /** It saves a file of this text where its last word says. */
  readonly saves?: string;
}

const client = { schema: 'client', lookup: 'email' };
const sheet = 'Name,E-mail\nAda,ada@example.com\n';
const waits = { finishedAt: null, resultKey: null, submissions: [] } as const;
const counts = aRun().counts;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const plan = { asked: 1, plan: { sha256: 'f'.repeat(64), counts }, planKey: 'runs/x/plan.csv' };
const awaiting = { ...waits, status: 'awaiting_approval', approval: plan } as const;
const unknown = { batch: 2, rows: 1, importId: null, sentAt: '2026-03-01T07:00:00.000Z', quietUntil: null };
const asking = { ...waits, status: 'needs_decision', toDecide: [unknown] } as const;
const proposal = { profile: { ...client, columns: { Mail: 'email' } }, choices: [] };
const stopped = { status: 'rejected', counts: {}, resultKey: null, proposal } as const;
const undone = {
  status: 'undone',
  undo: { reversed: 3, kept: 0, failed: 0 },
  undoReportKey: 'runs/x/undo.csv',
} as const;
const landed = 'All 3 rows of this file are in the records.';
const started = 'Migration nightly succeeded in every step.';
const inClient = [/\/inbox\/client\/email\/[^/]+$/u];
const decides = (choice: object): Must => ({ run: asking, asks: ['/decide', choice], stdout: landed });

/** Each shape of a command in an answer, a mail or the source, and what it must do. A new one fails until it has an entry. */
const table: Readonly<Record<string, Must>> = {
  runs: { stdout: /^run +started/u },
  'runs --status …': { like: ['runs --status needs_decision'], stdout: /^run +started/u },
  'runs --all --format …': { stdout: [/^\[/u, `"runId": "${id}"`] },
  'run …': { stdout: [/^ {2}run +[a-z2-7]{26}$/mu, landed] },
  'run … --details': { stdout: 'Timeline:' },
  'run … --result …': { saves: 'result', stderr: 'Saved the result sheet as' },
  'run … --plan …': { run: awaiting, saves: 'plan', stderr: 'Saved the plan as' },
  'run … --original …': { saves: sheet, stderr: 'Saved' },
  'watch …': { like: [`watch ${id}`], stdout: landed },
  'approve … --plan …': { run: awaiting, asks: ['/approve', {}], stdout: landed },
  'cancel …': {
    run: awaiting,
    after: { status: 'cancelled' },
    asks: ['/cancel', {}],
    stdout: /^The run was cancelled/u,
  },
  'undo …': { like: [`undo ${id}`], after: undone, asks: ['/undo', {}], stdout: '3 records undone.' },
  'undo … --report …': { run: undone, after: undone, saves: 'undo', stderr: 'Saved the undo report as' },
  'decide … --batch … --attach …': decides({ choice: 'attach' }),
  'decide … --batch … --landed': decides({ choice: 'landed' }),
  'decide … --batch … --not-applied': decides({ choice: 'notApplied' }),
  'decide … --batch … --send-again': decides({ choice: 'sendAgain' }),
  'decide … --not-applied': { like: [`decide ${id} --not-applied`], ...decides({ choice: 'notApplied' }) },
  'decide … --send-again': { like: [`decide ${id} --send-again`], ...decides({ choice: 'sendAgain' }) },
  'accept …': { run: stopped, uploads: [/\/profiles\/client-email\.json$/u, /\/inbox\/client-email\//u] },
  'accept … --profile …': { run: stopped, uploads: [/\/profiles\/contacts\.json$/u, /\/inbox\/contacts\//u] },
  'drop … --schema … --lookup …': { uploads: inClient, stdout: landed },
  'drop … --schema … --lookup … --again': { uploads: inClient, stdout: landed },
  'drop … --profile …': { uploads: [/\/inbox\/[a-z-]+\/[^/]+$/u], stdout: landed },
  'drop … --profile … --again': {
    like: ['drop FILE --profile county --again'],
    uploads: [/\/inbox\/county\/[^/]+$/u],
    stdout: landed,
  },
  'plan … --schema … --lookup …': { stdout: /^It would send 1 record/u },
  'plan … --profile …': { stdout: /^It would send 1 record/u },
  'plan … --profile … --records …': { stdout: 'Records as they would be stored:' },
  'profile …': { like: ['profile county.json'], uploads: [/\/profiles\/county\.json$/u] },
  'profile --suggest … --schema … --lookup …': { stdout: '"lookup": "email"' },
  profiles: { like: ['profiles'], stdout: 'county' },
  'profiles resume …': { uploads: [/\/profiles\/county\.json$/u], stdout: 'is resumed' },
  migrations: { like: ['migrations'], stdout: 'nightly' },
  'migrations …': { stdout: /\bsucceeded\b/u },
  'migrations … --format …': { stdout: [/^\[/u, `"migrationId": "${id}"`] },
  'migrations resume …': {
    like: ['migrations resume nightly'],
    uploads: [/\/migrations\/nightly\.json$/u],
    stdout: 'is resumed',
  },
  'migrate …': { asks: ['/start', {}], stdout: started },
  'migrate … --dry-run': { like: ['migrate nightly --dry-run'], asks: ['/start', { dryRun: true }] },
  'migrate … --data …': {
    uploads: [/\/migrations\/(?:clients\.csv|people\.xlsx)$/u],
    asks: ['/start', {}],
    stdout: started,
  },
  'migrate … --dry-run --data …': {
    like: ['migrate nightly --dry-run --data clients.csv'],
    uploads: [/\/migrations\/clients\.csv$/u],
    asks: ['/start', { dryRun: true }],
  },
  'migrate … --cancel': { like: [`migrate ${id} --cancel`], asks: ['/cancel', {}] },
  'migrate … --undo': { like: [`migrate ${id} --undo`], asks: ['/undo', {}] },
  'schedule …': { uploads: [/\/migrations\/nightly\.json$/u], stdout: 'nightly is started by hand' },
  'audit verify': { like: ['audit verify'], hasRuns: false, stdout: 'Nothing was altered' },
  redrive: { asks: ['/redrive', {}], stdout: 'No failed messages.' },
  console: { stdout: /^http:\S+#key=/u },
  people: { stdout: 'Nobody' },
  'people add … --role …': { stdout: 'ana@example.com may sign in now' },
  control: { stdout: /^createSite /u },
  'control … --help': { stdout: 'Fields:' },
  'control …': { like: [`control listImports '{"limit": 5}'`], stdout: '"ok": true' },
  'call …': { stdout: '"ok": true' },
  '--help': { stdout: 'Usage: sluice' },
};
/** It starts the whole system: test/demo does. */
const elsewhere = ['local'];
const helped = /^[a-z]+ --help$/u;

const system = fakeSystem();
const start = {
  ...{ migrationId: id, name: 'nightly', scheduledAt: '2026-03-01T02:00:00.000Z', startedBy: 'schedule' },
  ...{ status: 'succeeded', dryRun: false, notice: { state: 'sent' }, steps: [] },
};

/** A history that knows this id and migrations called `nightly`, and nothing else. */
function history({ run = {}, after = {}, hasRuns = true }: Must): Answering {
  let hasActed = false;
  const first = { sha256: sha256(sheet), ...run };
  return ({ method, path }) => {
    const [place = ''] = path.split('?');
    const [, kind, named = '', act] = place.split('/').slice(1);
    // A user pool with nobody, who can be added.
    if (place.startsWith('/aws')) return json({});
    if (place.startsWith('/service') || place.startsWith('/control'))
      return json({ ok: true, meta: {}, site: { siteId: 's1', name: 'Acme' } });
    if (kind === 'redrive')
      return json({ counts: { queuedAgain: 0, dropped: 0, kept: 0 }, letters: [], more: false });
    if (kind === 'seals') return json({ seals: [] });
    const isName = named.startsWith('nightly');
    const isMigration = kind === 'migrations' && (isName || named === id);
    if (isMigration) return json(isName && method === 'GET' ? [start] : start);
    if (kind === 'migrations')
      return named === '' ? json([{ name: 'nightly', lastStart: start }]) : undefined;
    if (named === '') return json({ runs: hasRuns ? [aSummary({ runId: id })] : [] });
    if (named !== id && system.uploads().length === 0) return undefined;
    if (method === 'POST') hasActed = act !== undefined;
    return json(aRun({ runId: named, ...(hasActed || named !== id ? after : first) }));
  };
}

/** What a person puts in the place of a word in capitals. */
function filledIn(words: readonly string[]): string[] {
  const [name = ''] = words;
  const others: Readonly<Record<string, string>> = {
    ID: id,
    EMAIL: 'ana@example.com',
    IMPORT_ID: 'imp-9',
    OPERATION: 'listImports',
    NAME: name === 'migrations' ? 'nightly' : 'contacts',
  };
  return words.map((word, at) => {
    if (word !== 'FILE') return others[word] ?? word;
    if (name === 'profile') return 'county.json';
    if (name === 'migrate') return 'clients.csv';
    return words[at - 1]?.startsWith('--') === true ? 'out.csv' : 'new.csv';
  });
}

async function setUp(words: readonly string[], must: Must): Promise<void> {
  const definition = { steps: [{ file: 'migrations/clients.csv', ...client }] };
  for (const word of must.saves === undefined ? words : words.slice(0, -1)) {
    if (/\.(?:csv|xlsx)$/u.test(word)) await system.write(word, sheet);
    if (word.endsWith('.json')) await system.write(word, word.startsWith('nightly') ? definition : client);
  }
  const profile = words[0] === 'accept' ? 'county' : (words[words.indexOf('--profile') + 1] ?? '');
  const objects = {
    [`drops/profiles/${profile}.json`]: JSON.stringify(client),
    'drops/profiles/county.json': JSON.stringify({ ...client, paused: true }),
    'drops/migrations/nightly-people.json': JSON.stringify({
      steps: [{ file: 'migrations/people.xlsx', ...client }],
    }),
    'drops/migrations/nightly.json': JSON.stringify({ ...definition, paused: words.includes('resume') }),
    'drops/inbox/client/email/new clients.csv': sheet,
    'files/runs/abc/results/new clients.csv': 'result',
    'files/runs/x/plan.csv': 'plan',
    'files/runs/x/undo.csv': 'undo',
  };
  for (const [key, text] of Object.entries(objects)) system.objects.set(key, Buffer.from(text));
  system.answer = history(must);
}

/** The values of options by which an act says what it is about. */
function namedIn(words: readonly string[]): string[] {
  const options = ['--plan', '--batch', '--attach'];
  return words.filter((_, at) => options.includes(words[at - 1] ?? ''));
}

describe('a command in an answer, a mail or a hint', () => {
  it('is split into words as a shell does', () => {
    const script = commands.map((command) => `printf '%s\\0' ${command}; printf '\\n'`).join('\n');
    const lines = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
    expect(lines.map((line) => line.split('\0').slice(0, -1))).toEqual(commands.map(wordsOf));
  });

  const shapes = new Map<string, string[]>();
  const known = Object.entries(table).flatMap(([, { like = [] }]) => like);
  for (const command of [...commands, ...known]) {
    const shape = helped.test(command) ? '--help' : shapeOf(filledIn(wordsOf(command)));
    if (!elsewhere.includes(shape)) shapes.set(shape, [...(shapes.get(shape) ?? []), command]);
  }

  it('has a shape that is known, and that somebody reads', () => {
    expect([...shapes.keys()].toSorted()).toEqual(Object.keys(table).toSorted());
  });

  const each = [...shapes].flatMap(([shape, list]) => list.map((command) => [command, shape] as const));
  it.each(each)('does what it is there for: %s', async (command, shape) => {
    const must = table[shape] ?? {};
    const words = filledIn(wordsOf(command));
    await setUp(words, must);
    await system.ends(words, must);
    const asked = system.posted().filter(([path]) => path.startsWith('/history/'));
    expect(asked.map(([path]) => path)).toEqual(
      must.asks === undefined && must.after === undefined ? [] : [expect.anything()],
    );
    if (must.asks !== undefined) {
      const [[path, body] = ['', {}]] = asked;
      expect(path.endsWith(must.asks[0])).toBe(true);
      expect(body).toMatchObject(must.asks[1]);
      expect(Object.values(body as object).map(String)).toEqual(expect.arrayContaining(namedIn(words)));
    }
    const { uploads = [], saves } = must;
    expect(system.uploads().map(decodeURIComponent)).toEqual(
      uploads.map((key) => expect.stringMatching(key)),
    );
    if (saves !== undefined) expect(await system.read(words.at(-1) ?? '')).toBe(saves);
  });
});

/** The shapes of the commands that a source writes; `*` stands for words that are known only when it runs. */
function hintsIn(source: string): string[] {
  if (!/npx sluice|commandLine\(/u.test(source)) return [];
  const code = source.replaceAll(/^[ \t]*(?:\/\/|\/?\*).*$/gmu, '').replaceAll(/\$\{[^{}]*\}/gu, '…');
  // Words may follow.
  const written = [...code.matchAll(/npx sluice ([a-z…][^`'"\n\\$]*)/gu)].map(
    ([, line = '']) => `${line.trim()} --*`,
  );
  const composed = [...code.matchAll(/commandLine\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/gu)];
  return [
    ...written.map((line) => shapeOf(line.split(' '))),
    ...composed.map(([, list = '']) => shapeOf(argumentsOf(list))),
  ];
}

function argumentsOf(list: string): string[] {
  const parts = list.match(/(?:'[^']*'|`[^`]*`|\((?:[^()]|\([^()]*\))*\)|[^,'`(])+/gu) ?? [];
  return parts.map((part) => {
    const text = part.trim();
    if (text.startsWith('...')) return '--*';
    return /^['`](.*)['`]$/u.exec(text)?.[1] ?? '…';
  });
}

it('a source writes only commands of these shapes', async () => {
  const sources = glob(['packages/*/src/**/*.ts', 'functions/**/*.ts', 'infra/**/*.ts'], {
    cwd: fileURLToPath(new URL('../../../', import.meta.url)),
    exclude: (name) => /node_modules|\.test\.ts$|^testing$/u.test(name),
  });
  const hints: string[] = [];
  for await (const name of sources)
    hints.push(...hintsIn(await readFile(new URL(`../../../${name}`, import.meta.url), 'utf8')));
  expect(hints.length).toBeGreaterThan(40);
  const unknown = [...new Set(hints)].filter((hint) => {
    const pattern = hint
      .replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)
      .replaceAll(/^\S*…\S*/gu, String.raw`\S+`)
      .replaceAll(String.raw` --\*`, '(?: .*)?')
      .replaceAll(String.raw`--\* `, '(?:.* )?');
    return ![...Object.keys(table), ...elsewhere].some((shape) =>
      new RegExp(`^${pattern}$`, 'u').test(shape),
    );
  });
  expect(unknown).toEqual([]);
});
