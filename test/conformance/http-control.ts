import * as z from 'zod';
import type { ControlPanel } from './prepare.ts';

const answerSchema = z.record(z.string(), z.unknown());

/** The control panel of a system on this machine, which asks for a bearer token. */
export function httpControl({ baseUrl, token }: { baseUrl: string; token: string }): ControlPanel {
  return async (operation, input) => {
    const answer = await fetch(`${baseUrl}/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(input),
    });
    const body = answerSchema.parse(await answer.json());
    if (body['ok'] === true) return body;
    throw new Error(`The control panel refused ${operation}: ${JSON.stringify(body['error'])}`);
  };
}
