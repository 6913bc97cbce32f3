import { chmodSync, lchownSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../testing/temp-dir.ts';
import { makeOwnFolder } from './own-folder.ts';

const isRoot = process.getuid?.() === 0;

test('a data folder is made for its owner alone', () => {
  const folder = join(tempDir(), 'a', 'data');
  makeOwnFolder(folder);
  makeOwnFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test.each([0o1777, 0o775, 0o2770, 0o720, 0o702])(
  'a data folder to which others may write (%o) is not used: the keys in it may be somebody else’s',
  (mode) => {
    const folder = join(tempDir(), 'data');
    mkdirSync(folder);
    chmodSync(folder, mode);
    expect(() => makeOwnFolder(folder)).toThrow('chmod go-w, or another one with --data DIR');
    chmodSync(folder, mode & ~0o022);
    expect(() => makeOwnFolder(folder)).not.toThrow();
  },
);

// Only root can give a folder away.
test.runIf(isRoot)('a data folder, or a link to one, of another user is not used', () => {
  const theirs = tempDir();
  const link = join(tempDir(), 'link');
  symlinkSync(tempDir(), link);
  makeOwnFolder(link);
  for (const folder of [theirs, link]) {
    lchownSync(folder, 65_534, 65_534);
    expect(() => makeOwnFolder(folder)).toThrow('belongs to another user');
  }
});
