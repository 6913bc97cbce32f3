import { z } from 'zod';
import { CliError } from '../cli-error.ts';
import type { Services } from '../io/services.ts';
import type { RunJson } from '../views/run-json.ts';
import { findControlPanel } from './control-panel.ts';
import { siteIdFor } from './control-site.ts';

const revertSchema = z.object({
  by: z.string(),
  status: z.enum(['reverting', 'reverted', 'success', 'error']),
  startedDate: z.string(),
});
const answerSchema = z.object({ import: z.object({ revert: revertSchema.optional() }) });

/** An import of a run that somebody reverted, or began to. */
export type RevertedBatch = z.infer<typeof revertSchema> & {
  readonly batch: number;
  readonly importId: string;
};

const atOnce = 8;

/** The imports of a run that somebody reverted in the control panel, as the undo of a run does too. */
export async function revertsOf(
  { submissions }: Pick<RunJson, 'submissions'>,
  { site, url }: { readonly site?: string | undefined; readonly url?: string | undefined },
  services: Services,
): Promise<RevertedBatch[]> {
  const panel = await findControlPanel(url, services);
  const siteId = await siteIdFor(site, panel);
  const written = submissions.flatMap(({ batch, phase, importId }) =>
    phase === 'real' && importId !== null ? [{ batch, importId }] : [],
  );
  const found: RevertedBatch[] = [];
  for (let from = 0; from < written.length; from += atOnce) {
    const some = written.slice(from, from + atOnce).map(async ({ batch, importId }) => {
      const { envelope } = await panel.call('getImport', { siteId, importId });
      const { data: answer } = answerSchema.safeParse(envelope);
      if (!answer)
        throw new CliError(
          'failed',
          `The control panel did not show the import ${importId} of batch ${batch}.`,
        );
      const { revert } = answer.import;
      return revert ? [{ batch, importId, ...revert }] : [];
    });
    found.push(...(await Promise.all(some)).flat());
  }
  return found;
}
