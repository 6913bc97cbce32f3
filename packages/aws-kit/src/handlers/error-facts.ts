import { ZodError } from 'zod';

/** What a log may state about an error. Never its message: it may quote a cell, an address or a secret. */
export interface ErrorFacts {
  readonly name: string;
  /** A `code` such as `ECONNRESET` or our own errors' codes. */
  readonly code?: string;
  /** The answer's status, when the error came from an AWS service. */
  readonly httpStatus?: number;
  readonly awsRequestId?: string;
  /** When a schema refused a value: where, and the kind of problem. */
  readonly issues?: readonly string[];
  /** Function names and positions only. */
  readonly stack?: readonly string[];
  readonly cause?: ErrorFacts;
}

const plainName = /^[\w$.:-]{1,80}$/u;
const causesAtMost = 5;
const framesAtMost = 20;
const issuesAtMost = 10;

export function errorFacts(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error)) return { name: `thrown ${typeof error}` };
  const code = plain(propertyOf(error, 'code'));
  const cause = error.cause !== undefined && depth < causesAtMost ? error.cause : undefined;
  return {
    name: plain(error.name) ?? 'Error',
    ...(code !== undefined && { code }),
    ...awsFacts(propertyOf(error, '$metadata')),
    ...(error instanceof ZodError && { issues: issuesOf(error) }),
    ...framesOf(error),
    ...(cause !== undefined && { cause: errorFacts(cause, depth + 1) }),
  };
}

/** `runId invalid_type`: the path in our own schema, and zod's code for the problem. */
export function issuesOf(error: ZodError): string[] {
  return error.issues
    .slice(0, issuesAtMost)
    .map(({ path, code }) => `${plain(path.join('.')) ?? '(elsewhere)'} ${code}`);
}

/** The frames of a stack, without the message above them. */
function framesOf({ stack = '' }: Error): Pick<ErrorFacts, 'stack'> {
  const frames = stack
    .split('\n')
    .filter((line) => /^\s+at .*(?::\d+:\d+\)?|\(native\)|<anonymous>\)?|\))$/u.test(line))
    .map((line) => line.trim())
    .slice(0, framesAtMost);
  return frames.length > 0 ? { stack: frames } : {};
}

function awsFacts(metadata: unknown): Pick<ErrorFacts, 'httpStatus' | 'awsRequestId'> {
  if (typeof metadata !== 'object' || metadata === null) return {};
  const httpStatus = propertyOf(metadata, 'httpStatusCode');
  const awsRequestId = plain(propertyOf(metadata, 'requestId'));
  return {
    ...(typeof httpStatus === 'number' && { httpStatus }),
    ...(awsRequestId !== undefined && { awsRequestId }),
  };
}

function propertyOf(value: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

/** The text if it is a single word, as names and codes are. A sentence could contain anything. */
function plain(value: unknown): string | undefined {
  return typeof value === 'string' && plainName.test(value) ? value : undefined;
}
