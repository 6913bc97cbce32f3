/** A route of an HTTP API: `$default`, or `METHOD /path/{name}`. */
export interface Route {
  readonly routeKey: string;
  readonly functionArn: string;
  /** On AWS a request must be signed with IAM. Here it must have the bearer token. */
  readonly guarded: boolean;
  /** A function decides about each request. */
  readonly authorizerId?: string | undefined;
}

export interface Match {
  readonly route: Route;
  readonly pathParameters: Record<string, string>;
}

/** The most specific route, by the rules of API Gateway: literals before variables, `$default` last. */
export function matchRoute(routes: readonly Route[], method: string, path: string): Match | undefined {
  const matches = routes
    .map((route) => ({ route, found: parametersOf(route.routeKey, method, path) }))
    .flatMap(({ route, found }) => (found === undefined ? [] : [{ route, ...found }]))
    .toSorted((a, b) => b.weight - a.weight);
  return matches[0];
}

interface Found {
  readonly pathParameters: Record<string, string>;
  readonly weight: number;
}

function parametersOf(routeKey: string, method: string, path: string): Found | undefined {
  if (routeKey === '$default') return { pathParameters: {}, weight: -1 };
  const [verb = '', template = ''] = routeKey.split(' ');
  const wanted = template.split('/').slice(1);
  const given = path.split('/').slice(1);
  if (verb !== method || given.length !== wanted.length) return undefined;
  const pathParameters: Record<string, string> = {};
  let weight = 0;
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    const [, name] = /^\{(.+)\}$/.exec(part) ?? [];
    if (name === undefined && part !== value) return undefined;
    if (name !== undefined) pathParameters[name] = decoded(value);
    weight += name === undefined ? 1 : 0;
  }
  return { pathParameters, weight };
}

export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
