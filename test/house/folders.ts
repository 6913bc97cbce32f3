import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** That a file of one folder imports a file of another one in the same room. */
export interface FolderImport {
  readonly room: string;
  readonly from: string;
  readonly to: string;
  /** The file that imports, and what it imports. */
  readonly files: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What a room's folders are below: `packages/<room>/src`, `functions` or `infra`. */
const homes = globSync(['packages/*/src', 'functions', 'infra'], { cwd: root }).toSorted();
const isLeftOut = /\.test\.ts$|\/testing\/|node_modules/u;

export const rooms = homes.map((home) => ({ room: roomOf(home), floors: floorsOf(home) }));

/** A room's `src/index.ts` is its door, which imports from all folders. */
export function importsBetweenFolders(): FolderImport[] {
  return homes.flatMap((home) =>
    globSync(`${home}/**/*.{ts,tsx}`, { cwd: root })
      .map((file) => file.split(sep).join('/'))
      .filter((file) => !isLeftOut.test(file) && file !== `packages/${roomOf(home)}/src/index.ts`)
      .flatMap((file) => importsOf(file, home)),
  );
}

function roomOf(home: string): string {
  return home.replace(/^packages\/|\/src$/gu, '');
}

function importsOf(file: string, home: string): FolderImport[] {
  const folderOf = (path: string) => relative(home, dirname(path)) || '.';
  return [...readFileSync(join(root, file), 'utf8').matchAll(/\b(?:from |import\()'(\.[^']+)'/gu)]
    .map(([, path = '']) => join(dirname(file), path))
    .filter((target) => target.startsWith(`${home}/`) && folderOf(target) !== folderOf(file))
    .map((target) => ({
      room: roomOf(home),
      from: folderOf(file),
      to: folderOf(target),
      files: `${relative(home, file)} → ${relative(home, target)}`,
    }));
}

/** The folders of each floor, the lowest first, as the room's README has them. `.` is what lies beside the folders. */
function floorsOf(home: string): string[][] {
  const readme = readFileSync(join(root, home.replace(/\/src$/u, ''), 'README.md'), 'utf8');
  const [, list = ''] = /^Floors, lowest first: ([^]+?)\.\n/mu.exec(readme) ?? [];
  return list.split('<').map((floor) => [...floor.matchAll(/`([^`]+)`/gu)].map(([, folder = '']) => folder));
}

/** The imports that do not lead down. A folder that no floor names is on top of those that are named. */
export function upward(imports: readonly FolderImport[], floors: readonly (readonly string[])[]): string[] {
  const height = (folder: string) => {
    const floor = floors.findIndex((folders) => folders.includes(folder));
    return floor === -1 ? floors.length : floor;
  };
  return imports
    .filter(({ from, to }) => height(to) >= height(from))
    .map(({ room, files }) => `${room}: ${files}`);
}
