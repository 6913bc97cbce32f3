import * as z from 'zod';

const entrySchema = z.object({
  version: z.string().optional(),
  name: z.string().optional(),
  license: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  deprecated: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  dev: z.boolean().default(false),
  link: z.boolean().default(false),
  inBundle: z.boolean().default(false),
  hasInstallScript: z.boolean().default(false),
});

type Entry = z.infer<typeof entrySchema>;

export const lockfileSchema = z.object({
  lockfileVersion: z.literal(3),
  packages: z.record(z.string(), entrySchema),
});

const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Zlib',
]);

/** Copyleft of the package's own files. It never leaves the machine of a developer. */
const forDevelopment = new Set(['MPL-2.0']);

/** Packages with install scripts. None of them runs, because `.npmrc` has `ignore-scripts`. */
const installScripts = new Map([
  ['esbuild', 'It only checks the binary, which comes as an optional package of its own.'],
]);

/** Deprecated by their authors. Not every registry passes the notice on, so the usual ones are listed here. */
const deprecated = new Map<string, (major: number) => boolean>([
  ['fstream', () => true],
  ['glob', (major) => major < 9],
  ['har-validator', () => true],
  ['inflight', () => true],
  ['lodash.get', () => true],
  ['lodash.isequal', () => true],
  ['node-domexception', () => true],
  ['q', () => true],
  ['querystring', () => true],
  ['request', () => true],
  ['rimraf', (major) => major < 4],
  ['uuid', (major) => major < 11],
]);

/** What is wrong with a lockfile, in sentences; empty when it can be trusted. */
export function problemsOf({ packages }: z.infer<typeof lockfileSchema>): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => {
    const isOurs = !path.includes('node_modules/');
    return (isOurs ? rangesOf(entry) : problemsOfPackage(path, entry)).map(
      (problem) => `${path === '' ? 'package.json' : path}: ${problem}`,
    );
  });
}

/** Our own packages name exact versions; a git, file or web address is no version. */
function rangesOf({ dependencies, devDependencies, optionalDependencies }: Entry): string[] {
  const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
  return Object.entries(all)
    .filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name} is ${version}; expected an exact version.`);
}

function problemsOfPackage(path: string, entry: Entry): string[] {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const { resolved, license = 'no licence' } = entry;
  if (entry.link)
    return /^(?:packages\/[\w-]+|functions|infra|test)$/.test(resolved ?? '')
      ? []
      : [`It links to ${resolved}; expected a workspace.`];
  const isOld = deprecated.get(name)?.(Number.parseInt(entry.version ?? '', 10)) ?? false;
  const problems: [boolean, string][] = [
    [resolved !== undefined, `It comes from ${resolved}; expected the registry of the configuration.`],
    [entry.name !== undefined && entry.name !== name, `It is ${entry.name} under another name.`],
    [
      !entry.inBundle && !/^sha512-[\w+/]{86}==$/.test(entry.integrity ?? ''),
      'It has no SHA-512 of its content.',
    ],
    [!isAllowed(license, entry.dev), `Its licence is not on the list: ${license}.`],
    [entry.hasInstallScript && !installScripts.has(name), 'It has an install script that nobody has read.'],
    [isOld || entry.deprecated !== undefined, `It is deprecated. ${entry.deprecated ?? ''}`.trimEnd()],
  ];
  return problems.filter(([isWrong]) => isWrong).map(([, problem]) => problem);
}

/** Of `A OR B` one must be on the list; of `A AND B` both. */
function isAllowed(license: string, isForDevelopment: boolean): boolean {
  const known = (each: string) => permissive.has(each) || (isForDevelopment && forDevelopment.has(each));
  const choices = license.replaceAll(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every(known));
}
