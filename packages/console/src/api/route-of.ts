import { pathOf, type HttpRequest } from '@sluice/aws-kit/handlers';
import { consoleRoutes, type ConsoleRoute, type ConsoleRouteName } from './routes.ts';

const all = Object.entries(consoleRoutes).map(([name, route]) => ({
  name,
  ...route,
})) as readonly (ConsoleRoute & {
  readonly name: ConsoleRouteName;
})[];

/** The route of a request, by its method and path; undefined if there is none. */
export function routeOf({
  method,
  path,
}: Pick<HttpRequest, 'method' | 'path'>): ConsoleRouteName | undefined {
  const parts = pathOf(path);
  return all.find((route) => {
    const expected = pathOf(route.path);
    const isIt = (part: string, at: number) => part.startsWith('{') || part === parts[at];
    return route.method === method && expected.length === parts.length && expected.every(isIt);
  })?.name;
}

/** A route as API Gateway names it: `GET /runs/{runId}`. */
export const routeKeyOf = ({ method, path }: Pick<ConsoleRoute, 'method' | 'path'>): string =>
  `${method} ${path}`;
