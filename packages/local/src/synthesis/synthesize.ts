import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { glob, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { readTextIfAny, removeFile, writeFileAtomically } from '../files.ts';
import { LocalError } from '../local-error.ts';

export interface SynthesisOptions {
  /** The repository: the folder of `cdk.json`. */
  readonly root: string;
  /** `cdk.out` of the repository when absent. */
  readonly cdkOut?: string;
  readonly log: (line: string) => void;
}

/** Whatever a template or a bundle can be made of. What only runs on this machine is not among it. */
const sources = [
  'cdk.json',
  'package-lock.json',
  'tsconfig.json',
  'infra/**/*',
  'functions/**/*',
  'packages/*/package.json',
  'packages/*/src/**/*',
];
const notSources = /\.test\.ts$|(^|\/)node_modules(\/|$)|^packages\/(local|cli)\//;

const cdkJson = z.object({ app: z.string().min(1), context: z.record(z.string(), z.unknown()).default({}) });

/**
 * Runs the CDK app of `cdk.json`, unless what it wrote last was made of the same sources.
 * Answers the folder it wrote to.
 */
export async function synthesize({
  root,
  cdkOut = join(root, 'cdk.out'),
  log,
}: SynthesisOptions): Promise<string> {
  const mark = join(cdkOut, 'sources.sha256');
  const fingerprint = await fingerprintOf(root);
  if (readTextIfAny(mark) === fingerprint && readTextIfAny(join(cdkOut, 'manifest.json')) !== undefined)
    return cdkOut;
  log('Synthesizing the stacks (once per change of the sources) …');
  removeFile(mark);
  await mkdir(cdkOut, { recursive: true });
  await runApp(root, cdkOut);
  writeFileAtomically(mark, fingerprint);
  return cdkOut;
}

async function fingerprintOf(root: string): Promise<string> {
  const names: string[] = [];
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    const name = join(entry.parentPath, entry.name).slice(root.length + 1);
    if (entry.isFile() && !notSources.test(name)) names.push(name);
  }
  const hash = createHash('sha256');
  for (const name of names.toSorted()) {
    const bytes = await readFile(join(root, name));
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
    // The app says `node`: it is to be the Node that runs this, whatever the machine has.
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      CDK_OUTDIR: cdkOut,
      CDK_CONTEXT_JSON: JSON.stringify(context),
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
