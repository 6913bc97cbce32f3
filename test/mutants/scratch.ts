import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { mutated, type Change } from './change.ts';

export interface Scratch {
  readonly folder: string;
  /** Lets the bug be there while something runs. */
  with<T>(bug: Change, run: () => Promise<T>): Promise<T>;
  remove(): void;
}

const copied = [
  'functions',
  'packages',
  'test',
  'infra',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'examples',
  'cdk.json',
  'package-lock.json',
];

/** A copy of the sources to break; what npm installed is only linked, but for the workspaces, which must be the copies. */
export function createScratch(root: string): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-mutants-'));
  const filter = (path: string) => basename(path) !== 'node_modules';
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true, filter });
  linkModules(join(root, 'node_modules'), join(folder, 'node_modules'));
  const workspaces = join(folder, 'node_modules/@sluice');
  mkdirSync(workspaces);
  const places = [
    ...readdirSync(join(folder, 'packages')).map((name) => `packages/${name}`),
    'functions',
    'infra',
    'test',
  ];
  for (const place of places) symlinkSync(join(folder, place), join(workspaces, basename(place)));
  return {
    folder,
    with: async (bug, run) => {
      const path = join(folder, bug.file);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, mutated(text, bug));
      try {
        return await run();
      } finally {
        writeFileSync(path, text);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function linkModules(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    // The caches are each tree's own.
    if (name === '@sluice' || name.startsWith('.')) continue;
    symlinkSync(join(from, name), join(to, name));
  }
}
