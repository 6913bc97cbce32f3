import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { listening } from '@sluice/local/testing/http-server';
import { onTestFinished } from 'vitest';

/** An answer of a service with a JSON protocol; `error` is the name of an exception. */
export type JsonAnswer = { readonly ok: object } | { readonly error: string };

export interface JsonAws {
  /** For a client of the real SDK; nothing leaves the machine. */
  readonly config: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
    readonly maxAttempts: number;
  };
  close(): Promise<void>;
}

/** A `startJsonAws` that ends with the test. */
export async function jsonAws(answer: Parameters<typeof startJsonAws>[0]): Promise<JsonAws['config']> {
  const { config, close } = await startJsonAws(answer);
  onTestFinished(close);
  return config;
}

/** A fake SQS, Step Functions or Secrets Manager. `answer` gets the operation's name and input. */
export async function startJsonAws(
  answer: (operation: string, input: unknown) => JsonAnswer,
): Promise<JsonAws> {
  const server = createServer((request, response) => {
    void json(request).then((input) => {
      const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
      const answered = answer(operation, input);
      const isError = 'error' in answered;
      response.writeHead(isError ? 400 : 200, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify(isError ? { __type: answered.error } : answered.ok));
    });
  });
  const { port, ...disposing } = await listening(server);
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
  return {
    config: { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', credentials, maxAttempts: 1 },
    close: disposing[Symbol.asyncDispose],
  };
}
