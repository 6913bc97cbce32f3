import * as z from 'zod';
import { CliError } from '../io/cli-error.ts';
import type { ControlPanel } from './control-panel.ts';

const site = z.object({ siteId: z.string(), name: z.string() });
const sitesAnswer = z.object({ items: z.array(site) });
const tokenAnswer = z.object({ site });

/**
 * The id of the site with this id or name, in any case; without a name, the site of the running system's token.
 * @throws CliError `usage` when no site or several sites match, or without a name and a token
 */
export async function siteIdFor(named: string | undefined, panel: ControlPanel): Promise<string> {
  if (named !== undefined) return siteNamed(named, panel);
  if (panel.apiKey === undefined)
    throw new CliError(
      'usage',
      'Which site? Expected --site with its name or id, as listSites returns them.',
    );
  const { envelope } = await panel.call('findToken', { apiKey: await panel.apiKey() });
  const found = tokenAnswer.safeParse(envelope);
  if (found.success) return found.data.site.siteId;
  throw new CliError(
    'failed',
    "The control panel does not know the running system's token. Expected --site with the name or id of a site.",
  );
}

async function siteNamed(named: string, panel: ControlPanel): Promise<string> {
  const { envelope } = await panel.call('listSites', {});
  const answer = sitesAnswer.safeParse(envelope);
  if (!answer.success) throw new CliError('failed', 'The control panel did not list its sites.');
  const { items } = answer.data;
  const folded = named.trim().toLowerCase();
  const byId = items.filter(({ siteId }) => siteId === named);
  const found = byId.length > 0 ? byId : items.filter(({ name }) => name.toLowerCase() === folded);
  const [one, another] = found;
  if (one !== undefined && another === undefined) return one.siteId;
  const shown = (found.length === 0 ? items : found).map(({ siteId, name }) => `${name} (${siteId})`);
  const problem = found.length === 0 ? 'there is no such site' : `${found.length} sites have this name`;
  throw new CliError('usage', `--site ${named}: ${problem}. Expected one of: ${shown.join(', ')}.`);
}
