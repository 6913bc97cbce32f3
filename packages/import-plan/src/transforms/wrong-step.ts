import { meantBy, shownName } from '@sluice/contract';
import { examples, isName, keysOf, stepNames } from './steps.ts';

const options = ['take', 'with', 'language'];

/** What is wrong with an entry of a list of steps that is no step. */
export function wrongStep(input: unknown): string {
  if (typeof input === 'string')
    return isName(input) ? `${input} needs a value: ${examples[input]}` : noStep(input);
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return 'write a step as "title" or { "before": "," }';
  const keys = Object.keys(input);
  const named = keys.filter((key) => stepNames.includes(key));
  const [name] = named;
  if (name === undefined) return noStep(keys.find((key) => !options.includes(key)) ?? '');
  if (named.length > 1) return `one step in each { }: write { "${named.join('": … }, { "')}": … }`;
  if (!isName(name)) return `write "${name}" without { }`;
  const missing = keysOf(name).find((key) => key !== 'language' && !keys.includes(key));
  if (missing !== undefined) return `${name} needs "${missing}": ${examples[name]}`;
  const unknown = keys.find((key) => !keysOf(name).includes(key));
  if (unknown !== undefined) return `${name} does not take "${shownName(unknown)}": ${examples[name]}`;
  return wrongMapping(input) ?? `expected a step such as ${examples[name]}`;
}

function noStep(name: string): string {
  const near = meantBy(name, stepNames);
  const hint = near === undefined ? `the steps are ${stepNames.join(', ')}` : `did you mean "${near}"?`;
  return `there is no step "${shownName(name)}"; ${hint}`;
}

const texts = new Map<unknown, string>([
  [true, '"yes"'],
  [false, '"no"'],
  [null, '""'],
]);

function wrongMapping(step: object): string | undefined {
  const map = 'map' in step && typeof step.map === 'object' ? Object.values(step.map ?? {}) : [];
  const wrong: unknown = map.find((made) => typeof made !== 'string');
  const text = typeof wrong === 'number' ? `"${wrong}"` : texts.get(wrong);
  return text === undefined ? undefined : `the values of map are texts: write ${text}, not ${String(wrong)}`;
}
