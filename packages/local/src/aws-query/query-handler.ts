import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { XMLBuilder } from 'fast-xml-parser';
import { AwsError, type RestHandler } from '../aws-json/front.ts';
import { readBody } from '../machine/http.ts';

/** Takes the fields of the form and returns the result, whose lists are `{ member: […] }`. @throws AwsError */
export type QueryOperation = (input: URLSearchParams) => object;

const maxBodyBytes = 1024 * 1024;
const builder = new XMLBuilder({ processEntities: true });

/** Serves AWS's query services: a form names the operation, and the answer is XML. */
export const queryHandler =
  (operations: Readonly<Record<string, QueryOperation>>): RestHandler =>
  async (request, response) => {
    const input = new URLSearchParams((await readBody(request, maxBodyBytes))?.toString());
    const name = input.get('Action') ?? '';
    const ResponseMetadata = { RequestId: randomUUID() };
    try {
      const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
      if (operation === undefined) throw new AwsError('InvalidAction', `${name} is not served here.`);
      const answer = { [`${name}Result`]: operation(input), ResponseMetadata };
      send(response, 200, { [`${name}Response`]: answer });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      const { code: Code, message: Message, status } = error;
      send(response, status, {
        ErrorResponse: { Error: { Type: 'Sender', Code, Message }, ...ResponseMetadata },
      });
    }
  };

function send(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'text/xml' }).end(String(builder.build(value)));
}
