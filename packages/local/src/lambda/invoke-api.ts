import type { IncomingMessage, ServerResponse } from 'node:http';
import { AwsError, type Front } from '../aws-json/front.ts';
import { readBody, sendJson } from '../machine/http.ts';
import { limits, type Functions } from './functions.ts';

const path = /^\/2015-03-31\/functions\/([^/]+)\/invocations(\?|$)/;

/** `Invoke` of the Lambda API: RequestResponse, Event and DryRun. */
export function serveInvokeApi(front: Front, functions: Functions): void {
  front.rest('/2015-03-31/functions/', async (request, response) => {
    const name = path.exec(request.url ?? '')?.[1];
    if (name === undefined || request.method !== 'POST') {
      throw new AwsError(
        'UnknownOperationException',
        `${request.method} ${request.url} is not served here.`,
        404,
      );
    }
    const body = await readBody(request, limits.synchronousPayload);
    if (body === undefined) {
      throw new AwsError(
        'RequestTooLargeException',
        `At most ${limits.synchronousPayload} bytes are taken.`,
        413,
      );
    }
    await invoke(
      { functions, name: decodeURIComponent(name), event: body.toString() || '{}' },
      request,
      response,
    );
  });
}

interface Invocation {
  readonly functions: Functions;
  readonly name: string;
  readonly event: string;
}

async function invoke(
  { functions, name, event }: Invocation,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const type = request.headers['x-amz-invocation-type'] ?? 'RequestResponse';
  if (type === 'Event') {
    functions.invokeLater(name, event);
    sendJson(response, 202, {});
    return;
  }
  const { ok, payload, requestId } = await functions.invoke(name, event);
  response.writeHead(200, {
    'content-type': 'application/json',
    'x-amz-executed-version': '$LATEST',
    'x-amzn-requestid': requestId,
    ...(ok ? {} : { 'x-amz-function-error': 'Unhandled' }),
  });
  response.end(payload);
}
