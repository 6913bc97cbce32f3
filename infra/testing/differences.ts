import { isDeepStrictEqual } from 'node:util';
import type { Resource, Templates } from './templates.ts';

/**
 * How templates differ: `+ TYPE` and `- TYPE` for resources, `TYPE.Property` for properties of resources that both have,
 * `+ output NAME`; with how often, if that is more than once.
 */
export function differences(before: Templates, after: Templates): string[] {
  const [old, now] = [byPath(before), byPath(after)];
  const changed = [...now].flatMap(([path, resource]) => {
    const previous = old.get(path);
    return previous ? changedProperties(previous, resource) : [`+ ${shortOf(resource.type)}`];
  });
  const gone = [...old].flatMap(([path, { type }]) => (now.has(path) ? [] : [`- ${shortOf(type)}`]));
  const outputs = [...after.outputs.keys()].filter((name) => !before.outputs.has(name));
  const added = outputs.filter((name) => !name.includes('.Exports')).map((name) => `+ output ${name}`);
  const lines = Map.groupBy([...changed, ...gone, ...added], (line) => line);
  return [...lines].map(([line, { length }]) => (length > 1 ? `${line} ×${length}` : line)).toSorted();
}

const byPath = ({ resources }: Templates): Map<string, Resource> =>
  new Map(resources.map((resource) => [resource.path, resource]));

function changedProperties(before: Resource, after: Resource): string[] {
  const names = new Set([...Object.keys(before.properties), ...Object.keys(after.properties)]);
  return [...names]
    .filter((name) => !showsSettings(after.path, name))
    .filter((name) => !isDeepStrictEqual(before.properties[name], after.properties[name]))
    .map((name) => `${shortOf(after.type)}.${name}`);
}

/** The console shows the settings, so each of them changes the function that knows them. */
const showsSettings = (path: string, name: string): boolean =>
  path.includes('/ConsoleSession/') && ['Environment', 'FunctionVersion'].includes(name);

const shortOf = (type: string): string => type.replace('AWS::', '');
