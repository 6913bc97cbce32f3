import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Functions of the service that the flow calls, and the one that opens links of its mails, which changes nothing. Every other one
 * is the flow's.
 */
const besideTheFlow = [
  'open-link',
  'control-api',
  'data-api',
  'deliver-webhooks',
  'erase-imports',
  'run-import',
];

/** A place in the source from which something leaves the process. */
export interface Site {
  /** From the root of the repository. */
  readonly file: string;
  readonly line: number;
  /** As the SDK calls it, or the operation of the service. */
  readonly command: string;
}

export interface Source {
  readonly file: string;
  readonly text: string;
}

export function flowFunctions(): string[] {
  const beside = [...besideTheFlow, ...consoleFunctions()];
  return allFunctions().filter((name) => !beside.includes(name));
}

/**
 * Functions that answer by the code of `console/src/api`. A person waits for each answer, and asks again after a failure, so no scenario
 * plays them. They are no part of the flow, nor are the adapters that they alone import.
 */
export function consoleFunctions(): string[] {
  const isOfConsole = (text: string) => /^import (?!type\s)[^;]*from '@sluice\/console\/api\//mu.test(text);
  return allFunctions().filter((name) => isOfConsole(readFileSync(handlerOf(name), 'utf8')));
}

function allFunctions(): string[] {
  return readdirSync(join(root, 'functions')).filter((name) => existsSync(handlerOf(name)));
}

const handlerOf = (name: string) => join(root, 'functions', name, 'handler.ts');

/** Every source file that a function of the flow brings along. */
export function flowSources(): Source[] {
  const waiting = flowFunctions().map(handlerOf);
  const found = new Map<string, string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    const text = readFileSync(file, 'utf8');
    found.set(file, text);
    waiting.push(...importsOf(file, text));
  }
  return [...found].map(([file, text]) => ({ file: relative(root, file), text }));
}

/** What is there at run time: types are not. */
function importsOf(file: string, text: string): string[] {
  const statements = text.matchAll(/^(?:import|export)\s(?!type\s)[^;]*?from\s'([^']+)';/gmu);
  return [...statements].flatMap(([, from = '']) => {
    if (from.startsWith('.')) return join(dirname(file), from);
    const [, name = '', inner] = /^@sluice\/([\w-]+)(?:\/(.+))?$/u.exec(from) ?? [];
    if (name === '') return [];
    const folder = join(root, name === 'functions' ? name : `packages/${name}`);
    const manifest: { exports: Record<string, string> } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const place = manifest.exports[inner === undefined ? '.' : `./${inner}`] ?? manifest.exports['./*'];
    if (place === undefined) throw new Error(`${from} is not exported`);
    return join(folder, place.replace('*', inner ?? ''));
  });
}

/** The document client has names of its own. */
const itemNames: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  BatchGet: 'BatchGetItem',
  BatchWrite: 'BatchWriteItem',
  TransactWrite: 'TransactWriteItems',
  TransactGet: 'TransactGetItems',
};

/** Calls that the scenarios cannot meet. */
const besideRuns = [
  // Of the shared kit, those that the service or the console alone makes.
  'packages/aws-kit/src/dynamodb/statements.ts BatchExecuteStatement',
  'packages/aws-kit/src/dynamodb/write.ts DeleteItem',
  'packages/aws-kit/src/dynamodb/write.ts UpdateItem',
  // After a function has failed on a message. Without them the message comes back later; they have tests of their own.
  'functions/adapters/queue-function.ts GetQueueUrl',
  'functions/adapters/queue-function.ts ChangeMessageVisibility',
];

/** Every place in these sources that calls AWS or the service. */
export function sitesIn(sources: readonly Source[]): Site[] {
  return sources.flatMap(({ file, text }) => {
    const isOfTable = text.includes('@aws-sdk/lib-dynamodb');
    const commands = [...text.matchAll(/new (\w+)Command\(/gu)].map(({ 1: name = '', index }) => ({
      command: isOfTable ? (itemNames[name] ?? name) : name,
      index,
    }));
    const uploads = [...text.matchAll(/new Upload\(/gu)].map(({ index }) => ({
      command: 'PutObject',
      index,
    }));
    const calls = [...text.matchAll(/(?:\.call|\bask|\bpost)\(\s*'(\w+)'/gu)].map(
      ({ 1: name = '', index }) => ({
        command: name,
        index,
      }),
    );
    return [...commands, ...uploads, ...calls]
      .filter(({ command }) => !besideRuns.includes(`${file} ${command}`))
      .map(({ command, index }) => ({ file, line: text.slice(0, index).split('\n').length, command }));
  });
}

/** Ways out of the process that no test replaces, by file: a client made by hand, or HTTP beside the transport. */
export function unhookedIn(sources: readonly Source[]): string[] {
  const allowed = [
    'functions/adapters/outside.ts',
    'packages/client/src/node-transport.ts',
    // What the clients of `outside.ts` send by.
    'packages/aws-kit/src/handlers/aws-requests.ts',
  ];
  const isAllowed = (file: string) =>
    allowed.includes(file) || file.startsWith('packages/aws-kit/src/outgoing/');
  const ways =
    /new \w+Client\(|(?<![.\w])(?:fetch|createSender)\(|from 'node:(?:https?|net|tls|http2|dgram|child_process)'/gu;
  return sources
    .filter(({ file }) => !isAllowed(file))
    .flatMap(({ file, text }) => [...text.matchAll(ways)].map(([way]) => `${file}: ${way}`));
}

/** The sites that none of these calls, kept as stacks by `client.command`, came from. */
export function untold(sites: readonly Site[], stacks: ReadonlyMap<string, readonly string[]>): Site[] {
  const met = new Set<Site>();
  for (const [what, all] of stacks) {
    const command = what.split('.').at(-1);
    const possible = sites.filter((site) => site.command === command);
    for (const stack of all) for (const site of sitesOf(stack, possible)) met.add(site);
  }
  return sites.filter((site) => !met.has(site));
}

/** Of each file in a stack the site that is nearest to the line where it was passed through. */
function sitesOf(stack: string, sites: readonly Site[]): Site[] {
  return [
    ...stack.replaceAll(root, '').matchAll(/((?:functions|packages)\/[\w./-]+\.ts):(\d+):\d+/gu),
  ].flatMap(([, file = '', line = '0']) => {
    const here = sites.filter((site) => site.file === file);
    const distance = (site: Site) => Math.abs(site.line - Number(line));
    return here.toSorted((one, two) => distance(one) - distance(two)).slice(0, 1);
  });
}
