import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { hasCode, readTextIfAny } from '../base/files.ts';
import { LocalError } from '../base/local-error.ts';

export interface SynthesisOptions {
  /** The repository: the folder of `cdk.json`. */
  readonly root: string;
  readonly log: (line: string) => void;
}

/** All sources of templates and bundles, without those that only run on this machine. */
const sources = [
  'cdk.json',
  'sluice.config.ts',
  'package-lock.json',
  'tsconfig.json',
  'infra/**/*',
  'functions/**/*',
  'packages/*/package.json',
  'packages/*/src/**/*',
];
const notSources = /\.test\.ts$|(^|\/)node_modules(\/|$)|^packages\/(local|demo|cli)\//;

const cdkJson = z.object({ app: z.string().min(1), context: z.record(z.string(), z.unknown()).default({}) });

/** The output of older sources is kept this long, because a running system may still read it. */
const keptMilliseconds = 24 * 60 * 60 * 1000;

/**
 * Runs the CDK app of `cdk.json`, unless the same sources were synthesized before. Each state of the sources has its own
 * folder in `cdk.out`, which is complete from the moment it exists. So several processes may synthesize at once, and a
 * running system keeps the bundles that it started with.
 * @returns the folder
 */
export async function synthesize({ root, log }: SynthesisOptions): Promise<string> {
  const all = join(root, 'cdk.out');
  const name = fingerprintOf(root).slice(0, 16);
  const cdkOut = join(all, name);
  if (readTextIfAny(join(cdkOut, 'manifest.json')) !== undefined) return cdkOut;
  log('Synthesizing the stacks (once for each change of the sources) …');
  const draft = join(all, `${name}.${randomUUID()}.draft`);
  await mkdir(draft, { recursive: true });
  try {
    await runApp(root, draft);
    await rename(draft, cdkOut).catch(unlessThere);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  await removeOld(all, name);
  return cdkOut;
}

/** Another process was faster with the same sources, and its output is as good. */
function unlessThere(error: unknown): void {
  if (!hasCode(error, 'ENOTEMPTY') && !hasCode(error, 'EEXIST')) throw error;
}

async function removeOld(all: string, current: string): Promise<void> {
  for (const name of await readdir(all)) {
    if (!/^[0-9a-f]{16}(\.|$)/.test(name) || name === current) continue;
    const age = await stat(join(all, name)).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > keptMilliseconds) await rm(join(all, name), { recursive: true, force: true });
  }
}

/** At once, since each start reads more than a thousand small files: one by one they take twice the time of a processor. */
function fingerprintOf(root: string): string {
  const files = globSync(sources, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1));
  const hash = createHash('sha256');
  for (const name of names.filter((each) => !notSources.test(each)).toSorted()) {
    const bytes = readFileSync(join(root, name));
    hash.update(`${name}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

async function runApp(root: string, cdkOut: string): Promise<void> {
  const { app, context } = cdkJson.parse(JSON.parse(await readFile(join(root, 'cdk.json'), 'utf8')));
  const child = spawn(app, {
    cwd: root,
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // The command in `cdk.json` is `node`. It must be the Node that runs this process, not another one on the PATH.
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      CDK_OUTDIR: cdkOut,
      CDK_CONTEXT_JSON: JSON.stringify(context),
      // What CDK says about templates is for AWS, and takes half of a first start; `npm run synth` asks for it.
      CDK_VALIDATION: 'false',
    },
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-4000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) {
    throw new LocalError(
      'synthesis_failed',
      `\`${app}\` failed (exit ${code}) while writing the templates:\n${output.trim()}`,
    );
  }
}
