import * as z from 'zod';
import { requestOf, type AuthorizedPerson, type HttpEvent, type HttpRequest } from './http-function.ts';
import { coldStart, invoke, type Definition, type Invocation, type LambdaContext } from './invocation.ts';

/** What is asked of a `REQUEST` authorizer, in the payload format 2.0. */
export type AuthorizerEvent = HttpEvent & { readonly routeKey: string };

export interface AuthorizerRequest extends HttpRequest {
  /** The route that API Gateway has chosen, such as `GET /runs/{runId}`. */
  readonly routeKey: string;
}

/** Whether the request may go on, and who sends it. */
export type Decision = 'refused' | { readonly person?: AuthorizedPerson };

export interface AuthorizerResult {
  readonly isAuthorized: boolean;
  /** The function behind the route gets it as `authorizer.lambda`. */
  readonly context?: AuthorizedPerson;
}

export interface AuthorizerDefinition<E, S> extends Definition<E, S> {
  readonly decide: (request: AuthorizerRequest, services: S, invocation: Invocation) => Promise<Decision>;
}

const routeKey = z.object({ routeKey: z.string() });

/** A `REQUEST` authorizer of an HTTP API with simple answers. After an error nobody is let in: API Gateway answers 500. */
export function authorizerFunction<E, S>(
  definition: AuthorizerDefinition<E, S>,
): (event: AuthorizerEvent, context: LambdaContext) => Promise<AuthorizerResult> {
  const servicesOnce = coldStart(definition);
  return (event, context) =>
    invoke(context, async (invocation) => {
      const request = { ...requestOf(event), ...routeKey.parse(event) };
      const decision = await definition.decide(request, await servicesOnce(), invocation);
      if (decision === 'refused') return { isAuthorized: false };
      return { isAuthorized: true, ...(decision.person && { context: decision.person }) };
    });
}
