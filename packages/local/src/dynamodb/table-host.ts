/** The thread of the server in front of the database, which itself checks neither signatures nor permissions. */
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { guard } from '../gateway/guard.ts';
import { hostedAuthority } from '../iam/hosted-authority.ts';
import { dynamoDbAccesses } from '../iam/requests/dynamodb.ts';
import { closeServer, keepConnections } from '../machine/http.ts';
import { post, stopListening } from '../machine/parent-thread.ts';

const { port, database } = z.object({ port: z.int(), database: z.url() }).parse(workerData);
const { hostname, port: databasePort } = new URL(database);
const agent = new Agent({ keepAlive: true });

const server = createServer(passOn);
const authority = hostedAuthority(workerData, () => {
  agent.destroy();
  void closeServer(server).then(stopListening);
});
guard(server, {
  authority,
  services: ['dynamodb'],
  accessesOf: ({ target, body }) =>
    dynamoDbAccesses(target.split('.')[1] ?? '', JSON.parse(body), authority.partitionKeyOf),
});
keepConnections(server).listen(port, '127.0.0.1', () => post({ port }));

function passOn(request: IncomingMessage, response: ServerResponse): void {
  const { method, url: path, headers } = request;
  const onward = httpRequest({ agent, hostname, port: databasePort, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  // A database that ended is started again. Until then the client sees what it would see without this server.
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}
