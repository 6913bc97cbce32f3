import { LocalError } from '../base/local-error.ts';

/** The parts of a stack that its intrinsic functions need. */
export interface Scope {
  /** Names the place in errors: `Stack/LogicalId`. */
  readonly place: string;
  ref(name: string): unknown;
  getAtt(logicalId: string, attribute: string): string;
  importValue(name: string): unknown;
}

type Intrinsic = (argument: unknown, scope: Scope) => unknown;

/** The value with every `Ref` and `Fn::…` in it resolved. */
export function resolve(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value))
    return value.map((item) => resolve(item, scope)).filter((item) => item !== undefined);
  if (!isObject(value)) return value;
  const [key, ...others] = Object.keys(value);
  if (key !== undefined && others.length === 0 && (key === 'Ref' || key.startsWith('Fn::'))) {
    const intrinsic = intrinsics.get(key);
    if (intrinsic !== undefined) return intrinsic(value[key], scope);
    throw new LocalError('template_unsupported', `${scope.place}: ${key} is not understood here.`);
  }
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, item]) => [name, resolve(item, scope)] as const)
      .filter(([, item]) => item !== undefined),
  );
}

const intrinsics = new Map<string, Intrinsic>([
  ['Ref', (name, scope) => scope.ref(text(name, scope))],
  ['Fn::GetAtt', getAtt],
  ['Fn::Join', join],
  ['Fn::Sub', sub],
  ['Fn::Select', select],
  ['Fn::Split', split],
  ['Fn::ImportValue', (name, scope) => scope.importValue(text(resolve(name, scope), scope))],
]);

function getAtt(argument: unknown, scope: Scope): string {
  if (typeof argument === 'string') {
    const [logicalId = '', ...attribute] = argument.split('.');
    return scope.getAtt(logicalId, attribute.join('.'));
  }
  const [logicalId, attribute] = items(argument, scope);
  return scope.getAtt(text(logicalId, scope), text(resolve(attribute, scope), scope));
}

function join(argument: unknown, scope: Scope): string {
  const [separator, list] = items(argument, scope);
  return items(resolve(list, scope), scope)
    .map((item) => text(item, scope))
    .join(text(separator, scope));
}

function sub(argument: unknown, scope: Scope): string {
  const [template, variables] = typeof argument === 'string' ? [argument, {}] : items(argument, scope);
  const known = isObject(variables) ? variables : {};
  return text(template, scope).replaceAll(/\$\{([^}]+)\}/g, (whole, expression: string) => {
    const name = expression.trim();
    // `${!Name}` is the text `${Name}`.
    if (name.startsWith('!')) return `\${${name.slice(1)}}`;
    if (Object.hasOwn(known, name)) return text(resolve(known[name], scope), scope);
    return text(name.includes('.') ? getAtt(name, scope) : scope.ref(name), scope);
  });
}

function select(argument: unknown, scope: Scope): unknown {
  const [index, list] = items(argument, scope);
  return items(resolve(list, scope), scope)[Number(resolve(index, scope))];
}

function split(argument: unknown, scope: Scope): string[] {
  const [separator, value] = items(argument, scope);
  return text(resolve(value, scope), scope).split(text(separator, scope));
}

function items(value: unknown, scope: Scope): unknown[] {
  if (Array.isArray(value)) return value;
  throw new LocalError('template_invalid', `${scope.place}: a list was expected in an intrinsic function.`);
}

function text(value: unknown, scope: Scope): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new LocalError('template_invalid', `${scope.place}: a text was expected in an intrinsic function.`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
