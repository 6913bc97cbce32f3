import type { Permission } from '../../infra/testing/statements.ts';

/** One request as IAM sees it. */
export interface Request {
  readonly action: string;
  readonly resource: string;
  /** Values of the keys that conditions compare. */
  readonly context?: Readonly<Record<string, string>> | undefined;
}

type Compare = (pattern: string, value: string) => boolean;

/** `*` is any text, `?` any sign. */
const isLike: Compare = (pattern, value) => {
  const source = pattern.replaceAll(/[$()+.[\\\]^{|}]/g, String.raw`\$&`);
  return new RegExp(`^${source.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'u').test(value);
};

const operators: Readonly<Record<string, Compare>> = {
  StringEquals: (pattern, value) => pattern === value,
  StringLike: isLike,
  'ForAllValues:StringEquals': (pattern, value) => pattern === value,
  'ForAllValues:StringLike': isLike,
};

/** A key without a value in the context is not compared: some request has a value that fits. */
function fulfils({ context = {} }: Request, operator: string, keys: unknown): boolean {
  const compare = operators[operator];
  if (compare === undefined) throw new Error(`The condition ${operator} is not known here`);
  return Object.entries(keys as Record<string, string | string[]>).every(([key, patterns]) => {
    const value = context[key];
    return value === undefined || [patterns].flat().some((pattern) => compare(pattern, value));
  });
}

/** Whether a permission allows a request. */
export function allows({ action, resource, conditions = {} }: Permission, request: Request): boolean {
  return (
    isLike(action, request.action) &&
    isLike(resource, request.resource) &&
    Object.entries(conditions).every(([operator, keys]) => fulfils(request, operator, keys))
  );
}
