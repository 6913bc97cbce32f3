import { secret } from '../simulation/service.ts';
import { staged, type Staging } from '../scenarios/staging.ts';
import type { Ways } from './options.ts';
import { createForeignServer } from './server.ts';

/** The whole flow on a virtual clock in front of somebody else's server. */
export function abroad({ ways = {}, ...staging }: Staging & { readonly ways?: Partial<Ways> } = {}) {
  const { takesKey = false, canUndo = false } = ways;
  const world = staged({ usesKey: takesKey, canRevert: canUndo, ...staging });
  const server = createForeignServer({
    now: world.now,
    tokens: [{ ...secret, site: 'site', mayWrite: true }],
    ...ways,
  });
  world.service.answer = async (operation, body, headers) => server.answer(operation, Object(body), headers);
  const users = () =>
    server.records
      .all('site', 'user')
      .map(({ fields }) => [fields['email'], fields['name'], fields['deleted']]);
  return { world, server, users };
}
