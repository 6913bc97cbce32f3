/** The thread of the server in front of the database, which itself checks neither signatures nor permissions. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { workerData } from 'node:worker_threads';
import * as z from 'zod';
import { AwsError } from '../aws-json/front.ts';
import { guard } from '../gateway/guard.ts';
import { hostedAuthority } from '../iam/hosted-authority.ts';
import { dynamoDbAccesses } from '../iam/requests/dynamodb.ts';
import { closeServer, keepConnections, readBody } from '../machine/http.ts';
import { postPort, stopListening } from '../machine/parent-thread.ts';
import { conflicts } from './conflicts.ts';
import { lateIndexes } from './late-indexes.ts';
import { inOneCommit } from './one-commit.ts';
import { jsonSchema, type Answer, type Send } from './send.ts';
import { senderTo } from './sender.ts';
import type { TableShapes } from './table-shape.ts';
import { throttles } from './throttles.ts';
import { throughputSchema } from './throughput.ts';

const { port, database, isEmbedded, indexLagMs, throughput } = z
  .object({
    port: z.int(),
    database: z.url(),
    isEmbedded: z.boolean(),
    indexLagMs: z.number(),
    throughput: throughputSchema.optional(),
  })
  .parse(workerData);
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
    sender.close();
    void closeServer(server).then(stopListening);
  },
});
guard(server, {
  authority,
  services: ['dynamodb'],
  accessesOf: ({ target, body }) =>
    dynamoDbAccesses(target.split('.')[1] ?? '', JSON.parse(body), authority.partitionKeyOf),
});
keepConnections(server).listen(port, '127.0.0.1', () => postPort(port));

/** With what AWS does and the database does not. */
function likeAws(send: Send): Send {
  const now = (): number => performance.now();
  const shapes = (): TableShapes => tables;
  const inTurn = conflicts(send, shapes);
  const late = indexLagMs > 0 ? lateIndexes(inTurn, { lagMs: indexLagMs, shapes, now }) : inTurn;
  return throughput === undefined ? late : throttles(late, { limits: throughput, shapes, now });
}

const sender = senderTo(database);
const toDatabase = isEmbedded ? inOneCommit(sender.send) : sender.send;
const front = likeAws(toDatabase);
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await readBody(request, Infinity))?.toString() ?? '';
  const [, operation = ''] = String(request.headers['x-amz-target'] ?? '').split('.');
  send(response, await front(operation, jsonSchema.parse(JSON.parse(body))));
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'x-amzn-requestid': randomUUID(),
  });
  response.end(body);
}
