import {
  ApiError,
  failure,
  inputSchema,
  isOperationName,
  operations as contract,
  parseInput,
  success,
  type Meta,
  type OperationName,
  type OperationOutput,
  type ParsedInput,
} from '@sluice/contract';
import { operations } from '../operations/index.ts';
import { Redirect, type Call, type Operation } from '../operation.ts';
import type { Services } from '../services.ts';
import type { Token } from '../store/access.ts';
import { authenticate, checkCommonFields, refusalOf } from './credentials.ts';
import { envelope, privateHeaders } from './envelope.ts';
import { openApiAnswer } from './open-api.ts';
import { exhausted, noRate, readRate, spendRate, tooMany, type Rate } from '../records/rate.ts';
import { readBody, type ApiRequest, type ApiResponse, type ReadBody } from './request.ts';

/** What is known about a request at the time of its answer, however early it failed. */
interface Progress {
  readonly requestId: string;
  readonly started: number;
  rate: Rate;
  body?: ReadBody;
}

/** Authenticates, limits, parses and runs one request. Every error becomes an envelope with HTTP status 200. */
export async function dispatch(request: ApiRequest, services: Services): Promise<ApiResponse> {
  const progress: Progress = { requestId: services.newId(), started: services.now().getTime(), rate: noRate };
  const name = request.path.replace(/^\/+|(?<!\/)\/+$/g, '');
  try {
    return await answer(request, { name, services, progress });
  } catch (thrown) {
    const error = ApiError.from(thrown);
    // An unknown path may hold anything, so it does not go into the log.
    const operation = isOperationName(name) ? name : 'unknown';
    services.refused?.(refusalOf(request, { code: error.code, operation, body: progress.body }));
    if (error.code === 'server_error') {
      services.report({ requestId: progress.requestId, operation, cause: error.cause ?? error });
    }
    return envelope(failure(error, metaOf(progress, services)));
  }
}

interface Answering {
  readonly name: string;
  readonly services: Services;
  readonly progress: Progress;
}

async function answer(request: ApiRequest, answering: Answering): Promise<ApiResponse> {
  const { name, services, progress } = answering;
  if (request.method === 'GET' && name === 'openapi.json') return openApiAnswer(request, progress.requestId);
  const body = readBody(request.body);
  progress.body = body;
  const token = await authenticate(services.store.access, { request, body, now: services.now() });
  // An unknown operation is no secret, and helps more than `unauthorized`.
  if (token instanceof ApiError) throw isOperationName(name) ? token : noOperation(name);
  const { headers, query, sourceIp: from } = request;
  const { requestId } = progress;
  const call: Call = {
    requestId,
    siteId: token.siteId,
    token,
    from,
    headers,
    query,
    body: body.own,
    services,
  };
  const followUp = isOperationName(name) ? await operations[name].followUp?.(call) : undefined;
  await limit(token, { ...answering, isFree: followUp?.isFree ?? false });
  if (!isOperationName(name)) throw noOperation(name);
  if (request.method !== 'POST')
    throw new ApiError('not_found', `Every operation is called by POST /${name}.`);
  if (body.unreadable) throw body.unreadable;
  checkCommonFields(request, body);
  if (contract[name].permission === 'write' && token.permission !== 'write') {
    throw new ApiError('unauthorized', `${name} needs a token with write permission; this one may read.`);
  }
  const output = await (followUp?.answer() ?? run(name, call));
  const meta = metaOf(progress, services);
  if (output instanceof Redirect) {
    const Location = locationFrom(request.path, output.location);
    return { status: output.status, headers: { ...privateHeaders(meta), Location }, body: '' };
  }
  return isFile(output) ? file(output, meta) : envelope(success(output, meta));
}

/** Makes a relative location right for a path with trailing slashes. */
function locationFrom(path: string, location: string): string {
  const slashes = /(?<!\/)\/*$/.exec(path)?.[0].length ?? 0;
  return URL.canParse(location) ? location : `${'../'.repeat(slashes)}${location}`;
}

const noOperation = (name: string): ApiError =>
  new ApiError('not_found', `There is no operation ${name.slice(0, 80)}.`);

async function limit(
  token: Token,
  { services, progress, isFree }: Answering & { readonly isFree: boolean },
): Promise<void> {
  const { access } = services.store;
  const now = services.now();
  const rate = isFree ? await readRate(access, token, now) : await spendRate(access, token, now);
  progress.rate = rate ?? exhausted(token);
  if (!rate) throw tooMany(token, now);
}

async function run<N extends OperationName>(name: N, call: Call): Promise<OperationOutput<N> | Redirect> {
  const operation: Operation<N> = operations[name];
  const input = inputOf(name, call);
  if (!(input instanceof ApiError)) return operation.run(input, call);
  throw operation.refused ? await operation.refused(input, call) : input;
}

/** The checked input, or the refusal. A refused import is stored before the answer. */
function inputOf<N extends OperationName>(name: N, { body }: Call): ParsedInput<N> | ApiError {
  try {
    return parseInput(inputSchema(name), body);
  } catch (refusal) {
    return ApiError.from(refusal);
  }
}

function metaOf({ requestId, started, rate }: Progress, { now }: Services): Meta {
  return {
    requestId,
    duration: Math.max(0, now().getTime() - started),
    rateLimitRemaining: rate.remaining,
    rateLimitLimit: rate.limit,
  };
}

type FileOutput = OperationOutput<'downloadFile'>;

const isFile = (output: object): output is FileOutput =>
  'bytes' in output && output.bytes instanceof Uint8Array;

function file({ bytes, contentType }: FileOutput, meta: Meta): ApiResponse {
  const headers = {
    ...privateHeaders(meta),
    'Content-Type': contentType ?? 'application/octet-stream',
    // A browser must not run an uploaded file on our origin.
    'Content-Disposition': 'attachment',
  };
  return { status: 200, headers, body: bytes };
}
