/** A route of an HTTP API: `$default`, or `METHOD /path/{name}`, where the last part may be `{name+}`. */
export interface Route {
  readonly routeKey: string;
  readonly functionArn: string;
  /** Asks for a request signed with IAM; here for the bearer token. */
  readonly guarded: boolean;
}

export interface Match {
  readonly route: Route;
  readonly pathParameters: Record<string, string>;
}

/** The most specific route, as API Gateway picks it: literal before variable, variable before greedy, `$default` last. */
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
  if (verb !== method && verb !== 'ANY') return undefined;
  const wanted = template.split('/').slice(1);
  const given = path.split('/').slice(1);
  const pathParameters: Record<string, string> = {};
  let weight = verb === 'ANY' ? 0 : 0.5;
  for (const [index, part] of wanted.entries()) {
    const value = given[index];
    if (value === undefined) return undefined;
    const [, name, greedy] = /^\{(.+?)(\+)?\}$/.exec(part) ?? [];
    if (greedy !== undefined && name !== undefined) {
      pathParameters[name] = given.slice(index).map(decoded).join('/');
      return { pathParameters, weight };
    }
    if (name === undefined && part !== value) return undefined;
    if (name !== undefined) pathParameters[name] = decoded(value);
    weight += name === undefined ? 100 : 10;
  }
  return given.length === wanted.length ? { pathParameters, weight } : undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
