import { rowsOf } from './service-view.ts';
import type { ImportCall, Input, ServiceOptions, Ways } from './service-options.ts';

interface Status {
  readonly importId: string;
  readonly status: string;
  readonly done: boolean;
  readonly errorMessage?: string | null;
  readonly preview?: string;
}

/** What a server answers about the records that it refuses beyond ours; undefined if it refuses none. */
export function refusalOf({ recordSets }: Input, { refuse }: Ways): string | undefined {
  const problems = rowsOf(recordSets ?? []).flatMap(({ record, set, at }, index) => {
    const problem = refuse?.(record);
    return problem === undefined ? [] : [`record ${index + 1} (set ${set}, record ${at}): ${problem}`];
  });
  return problems.length === 0 ? undefined : problems.join('\n');
}

/** As many of the named records as the server names. */
export function namedBy(message: string, { names = 'all' }: Ways): string {
  if (names === 'all' || !message.startsWith('record ')) return message;
  return names === 'one' ? (message.split('\n')[0] ?? '') : 'the data is not as expected';
}

/** The answer of `importStatus` without what the server does not have. */
export function lessOf(status: Status, call: ImportCall | undefined, ways: Ways): object {
  const { isOurs, hasPreview = isOurs, dryEndsSuccess = !isOurs } = ways;
  const { diffPages } = ways;
  const refusal = call?.refusal;
  const words = call && ways.says?.(call);
  if (!status.done) return status;
  if (refusal !== undefined) {
    const ended = { status: 'invalid', success: false, error: true, preview: undefined };
    return { ...status, ...ended, errorMessage: namedBy(refusal, ways) };
  }
  const errorMessage =
    typeof status.errorMessage !== 'string' ? undefined : namedBy(status.errorMessage, ways);
  if (words !== undefined && status.status === 'success')
    return {
      ...status,
      status: 'error',
      success: false,
      error: true,
      errorMessage: words,
      preview: undefined,
    };
  const preview = lessPreview(status.preview, { hasPreview, diffPages });
  const isDry = status.status === 'valid' && dryEndsSuccess;
  return {
    ...status,
    ...(isDry && { status: 'success' }),
    ...(errorMessage !== undefined && { errorMessage }),
    preview,
  };
}

function lessPreview(
  preview: string | undefined,
  { hasPreview, diffPages }: Pick<Ways, 'diffPages' | 'hasPreview'>,
): string | undefined {
  if (preview === undefined) return undefined;
  if (!hasPreview) return 'some records';
  return diffPages === undefined ? preview : JSON.stringify({ ...JSON.parse(preview), diffPages });
}

interface Item {
  readonly number: number;
  readonly outcome: string;
}
interface Revert {
  readonly revert?: { readonly status: string };
  readonly items?: readonly Item[];
}

/** The answer of `getRevert`, with what became of some of its records in the server's own way. */
export function revertOf(
  answer: Revert,
  { input }: ImportCall,
  { undone }: Pick<ServiceOptions, 'undone'>,
): object {
  if (undone === undefined || answer.items === undefined || answer.revert?.status !== 'reverted')
    return answer;
  const rows = rowsOf(input.recordSets ?? []);
  const items = answer.items.map((item) => {
    const own = undone(rows[item.number - 1]?.lookup ?? '');
    return own === undefined ? item : { ...item, code: undefined, ...own };
  });
  const counts = { reversed: 0, kept: 0, failed: 0 };
  for (const { outcome } of items) counts[outcome as keyof typeof counts] += 1;
  return { ...answer, items, revert: { ...answer.revert, counts } };
}
