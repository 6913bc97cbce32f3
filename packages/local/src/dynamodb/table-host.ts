/** The thread of the server in front of the database, which itself checks neither signatures nor permissions. */
import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { workerData } from 'node:worker_threads';
import * as z from 'zod';
import { AwsError } from '../aws-json/front.ts';
import { guard } from '../gateway/guard.ts';
import { hostedAuthority } from '../iam/hosted-authority.ts';
import { Json } from '../base/json.ts';
import { closeServer, keepConnections } from '../base/http.ts';
import { postPort, stopListening } from '../base/parent-thread.ts';
import { conflicts } from './conflicts.ts';
import { lateIndexes } from './late-indexes.ts';
import { inOneCommit } from './one-commit.ts';
import type { Answer, Send } from './send.ts';
import { senderTo } from './sender.ts';
import { TableRequest } from './table-request.ts';
import type { TableShapes } from '../base/table-shape.ts';
import { throttles } from './throttles.ts';
import { throughputSchema } from '../base/throughput.ts';

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

const server = createServer();

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
  read: ({ target, body }) => {
    const request = new TableRequest(target.split('.')[1] ?? '', body, tables);
    return { accesses: () => request.accesses, answer: (response) => void answer(request, response) };
  },
});
keepConnections(server).listen(port, '127.0.0.1', () => postPort(port));

/** With what AWS does and the database does not. */
function likeAws(send: Send): Send {
  const now = (): number => performance.now();
  const inTurn = conflicts(send);
  const late = indexLagMs > 0 ? lateIndexes(inTurn, { lagMs: indexLagMs, now }) : inTurn;
  return throughput === undefined ? late : throttles(late, { limits: throughput, now });
}

const sender = senderTo(database);
const toDatabase = isEmbedded ? inOneCommit(sender.send) : sender.send;
const front = likeAws(toDatabase);

async function answer(request: TableRequest, response: ServerResponse): Promise<void> {
  try {
    send(response, await front(request));
  } catch (error) {
    const refusal = refusalOf(error);
    // A database that ended is started again. Until then the client sees what it would see without this server.
    if (refusal === undefined) return void response.destroy();
    const { status, code, message } = refusal;
    send(response, { status, body: Json.ofValue({ __type: code, message }) });
  }
}

function send(response: ServerResponse, { status, body: { text } }: Answer): void {
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    // With its length, headers and body leave in one write.
    'content-length': Buffer.byteLength(text),
    'x-amzn-requestid': randomUUID(),
  });
  response.end(text);
}
