import { AwsError, type RestHandler } from '../aws-json/front.ts';
import { readBody } from '../base/http.ts';
import { sendQueryError, sendResult } from '../gateway/query-answer.ts';

/** Takes the fields of the form and returns the result. @throws AwsError */
export type QueryOperation = (input: URLSearchParams) => object;

const maxBodyBytes = 1024 * 1024;

/** Serves AWS's query services: a form names the operation, and the answer is XML. */
export const queryHandler =
  (operations: Readonly<Record<string, QueryOperation>>): RestHandler =>
  async (request, response) => {
    const input = new URLSearchParams((await readBody(request, maxBodyBytes))?.toString());
    const name = input.get('Action') ?? '';
    try {
      const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
      if (operation === undefined) throw new AwsError('InvalidAction', `${name} is not served here.`);
      sendResult(response, name, operation(input));
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      sendQueryError(response, error);
    }
  };
