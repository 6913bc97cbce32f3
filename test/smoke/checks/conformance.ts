import { createCaller } from '../../conformance/caller.ts';
import { httpPort } from '../../conformance/http-port.ts';
import type { Port } from '../../conformance/port.ts';
import { tokensOf } from '../../conformance/prepare.ts';
import { chosen, resultLines, sumLines, trySuite, type Result } from '../../conformance/report.ts';
import type { Check } from '../check.ts';
import { briefly, openSites } from '../sites.ts';
import type { Share } from '../settings.ts';
import { controlOf, expect, NotChecked, type Smoke } from '../smoke.ts';

/** How many failing cases a report names. */
const shown = 10;

/** The cases of test/conformance, on two demo sites of the smoke's own. */
export const conformance = ({ every, from }: Share): Check => ({
  name: 'conformance',
  limit: 420,
  half: 'service',
  permissions: ['execute-api:Invoke on POST /control/* of the service'],
  run: async (smoke) => {
    const { mark, serviceUrl } = smoke;
    if (serviceUrl === undefined) throw new NotChecked('the stack has no output ServiceUrl.');
    const control = controlOf(smoke);
    const sites = await openSites(control);
    const given = await tokensOf(control, sites, briefly(mark));
    const site = createCaller(stopping(httpPort(serviceUrl), smoke), given);
    const results: Result[] = [];
    for (const { subject, cases } of chosen('')) {
      const shared = cases.filter((_, at) => at % every === from);
      results.push(...(await trySuite({ subject, cases: shared }, site)));
    }
    smoke.signal.throwIfAborted();
    const failing = results.filter(({ end }) => end === 'fails').slice(0, shown);
    expect(failing.length === 0, [sumLines(results), ...failing.map(resultLines)].join('\n'));
    return sumLines(results);
  },
});

/** Sends nothing more once the check is over. */
function stopping(port: Port, { signal }: Smoke): Port {
  return {
    send: async (path, sent) => {
      signal.throwIfAborted();
      return port.send(path, sent);
    },
    pass: async (ms) => {
      signal.throwIfAborted();
      return port.pass(ms);
    },
  };
}
