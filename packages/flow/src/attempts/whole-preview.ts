import { sha256 } from '@sluice/aws-kit/hash-chain';
import { parseJson, previewDiffSchema, type Preview, type PreviewDiff } from '@sluice/contract';
import { readPreview } from '@sluice/import-plan';
import { callsSpent } from '@sluice/ledger/call-budget';
import { log } from '@sluice/aws-kit/handlers';
import * as z from 'zod';
import type { TrackRunServices } from './tracked-run.ts';

/** Come again: later, or once the service takes calls. */
type Waits =
  { readonly kind: 'notYet' } | { readonly kind: 'rest'; readonly seconds: number; readonly why: string };

interface Reading extends Pick<TrackRunServices, 'service' | 'budget'> {
  /** Whether there is time left to wait for a page. */
  readonly mayWait: boolean;
}

const restSeconds = 60;

/**
 * The preview with the diffs for which it had no room. Without them where the service does not have them: then the plan says how
 * many are left out, and its hash covers them all the same.
 */
export async function wholePreview(
  text: string | null | undefined,
  reading: Reading,
): Promise<Preview | Waits | undefined> {
  const preview = readPreview(text);
  if (preview?.diffPages === undefined) return preview;
  const others: PreviewDiff[] = [];
  for (const key of preview.diffPages) {
    const page = await readPage(key, reading);
    if (page === undefined) return preview;
    if ('kind' in page) return reading.mayWait ? page : preview;
    others.push(...page);
  }
  const diffs = [...preview.diffs, ...others];
  const isWhole = sha256(JSON.stringify(diffs)) === preview.diffsSha256;
  return isWhole ? { ...preview, diffs, diffsOmitted: preview.diffsOmitted - others.length } : preview;
}

/** Undefined if the service does not have it. */
async function readPage(
  key: string,
  { service, budget }: Reading,
): Promise<PreviewDiff[] | Waits | undefined> {
  const { calls } = await budget.take('poll');
  if (calls === 0) return { kind: 'rest', seconds: restSeconds, why: callsSpent };
  const answer = await (await service.connect()).downloadFile(key);
  if (answer.kind === 'ok')
    return z.array(previewDiffSchema).safeParse(parseJson(new TextDecoder().decode(answer.output.bytes)))
      .data;
  if (answer.kind !== 'refused') return { kind: 'notYet' };
  log.info('diff_page_refused', { code: answer.code });
  if (answer.code === 'unauthorized') service.forgetCredentials();
  if (answer.code === 'not_found' || answer.code === 'invalid_request') return undefined;
  return { kind: 'rest', seconds: restSeconds, why: `the service answered ${answer.code}` };
}
