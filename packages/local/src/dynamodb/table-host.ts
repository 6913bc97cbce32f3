/** The thread of the server in front of the database, which itself checks neither signatures nor permissions. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { workerData } from 'node:worker_threads';
import * as z from 'zod';
import { AwsError } from '../aws-json/front.ts';
import { guard } from '../gateway/guard.ts';
import { hostedAuthority } from '../iam/hosted-authority.ts';
import { dynamoDbAccesses } from '../iam/requests/dynamodb.ts';
import { closeServer, keepConnections, readBody } from '../machine/http.ts';
import { post, stopListening } from '../machine/parent-thread.ts';
import { conflicts } from './conflicts.ts';
import { lateIndexes } from './late-indexes.ts';
import { jsonSchema, type Answer, type Send } from './send.ts';
import type { TableShapes } from './table-shape.ts';
import { throttles } from './throttles.ts';
import { throughputSchema } from './throughput.ts';

const { port, database, indexLagMs, throughput } = z
  .object({
    port: z.int(),
    database: z.url(),
    indexLagMs: z.number(),
    throughput: throughputSchema.optional(),
  })
  .parse(workerData);
const { hostname, port: databasePort } = new URL(database);
const agent = new Agent({ keepAlive: true });
let tables: TableShapes = {};

const server = createServer((request, response) => {
  // A database that ended is started again. Until then the client sees what it would see without this server.
  answer(request, response).catch((error: unknown) => {
    const refusal = refusalOf(error);
    if (refusal === undefined) return response.destroy();
    const { status, code, message } = refusal;
    return send(response, { status, body: JSON.stringify({ __type: code, message }) });
  });
});

function refusalOf(error: unknown): Pick<AwsError, 'status' | 'code' | 'message'> | undefined {
  if (error instanceof AwsError) return error;
  const isUnreadable = error instanceof SyntaxError || error instanceof z.ZodError;
  return isUnreadable ? { status: 400, code: 'ValidationException', message: error.message } : undefined;
}

const authority = hostedAuthority(workerData, {
  adopted: (policies) => (tables = policies.tables),
  stop: () => {
    agent.destroy();
    void closeServer(server).then(stopListening);
  },
});
guard(server, {
  authority,
  services: ['dynamodb'],
  accessesOf: ({ target, body }) =>
    dynamoDbAccesses(target.split('.')[1] ?? '', JSON.parse(body), authority.partitionKeyOf),
});
keepConnections(server).listen(port, '127.0.0.1', () => post({ port }));

/** With what AWS does and the database does not. */
function likeAws(send: Send): Send {
  const now = (): number => performance.now();
  const shapes = (): TableShapes => tables;
  const inTurn = conflicts(send, shapes);
  const late = indexLagMs > 0 ? lateIndexes(inTurn, { lagMs: indexLagMs, shapes, now }) : inTurn;
  return throughput === undefined ? late : throttles(late, { limits: throughput, shapes, now });
}

const front = likeAws(toDatabase);
/** The database takes any credentials. */
const credential = 'local/20260101/us-east-1/dynamodb/aws4_request';
const headers = {
  'content-type': 'application/x-amz-json-1.0',
  authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host, Signature=0`,
  'x-amz-date': '20260101T000000Z',
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await readBody(request, Infinity))?.toString() ?? '';
  const [, operation = ''] = String(request.headers['x-amz-target'] ?? '').split('.');
  send(response, await front(operation, jsonSchema.parse(JSON.parse(body))));
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': headers['content-type'], 'x-amzn-requestid': randomUUID() });
  response.end(body);
}

async function toDatabase(operation: string, body: object): Promise<Answer> {
  const sent = Buffer.from(JSON.stringify(body));
  const onward = httpRequest({
    ...{ agent, hostname, port: databasePort, method: 'POST', path: '/' },
    headers: { ...headers, 'content-length': sent.length, 'x-amz-target': `DynamoDB_20120810.${operation}` },
  });
  const received = once(onward, 'response');
  onward.end(sent);
  const message = z.instanceof(IncomingMessage).parse((await received)[0]);
  const text = (await readBody(message, Infinity))?.toString() ?? '';
  return { status: message.statusCode ?? 500, body: text };
}
