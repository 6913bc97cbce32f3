import { hasRowsToCorrect } from '@sluice/answers/run';
import { signedDownloadSchema, type fileKinds } from '../../../api/shapes.ts';
import { useSignal } from '@preact/signals';
import type { RunHead } from '../../app/answers.ts';
import { ask, type ApiError } from '../../app/api.ts';
import { addressOf } from '../../app/place.ts';
import { may } from '../../app/session.ts';
import { failureOf } from '../../app/use-answer.ts';
import { Problem } from '../../parts/notices.tsx';

type FileKind = (typeof fileKinds)[number];

interface Shown {
  readonly kind: Exclude<FileKind, 'rows'>;
  readonly title: string;
  readonly isThere: (run: RunHead) => boolean;
}

const files: readonly Shown[] = [
  { kind: 'plan', title: 'Plan', isThere: ({ approval }) => approval?.planKey !== undefined },
  { kind: 'result', title: 'Result sheet', isThere: ({ resultKey }) => resultKey !== null },
  { kind: 'undo', title: 'Undo report', isThere: ({ undoReportKey }) => undoReportKey !== undefined },
  { kind: 'drop', title: 'File as it was dropped', isThere: () => true },
];

/** What can be saved, and read row by row. The rows of the file as it was dropped are those of its result. */
export function Files({ run }: { readonly run: RunHead }) {
  const error = useSignal<ApiError | undefined>(undefined);
  if (!may('download')) return null;
  const save = async (file: FileKind): Promise<void> => {
    try {
      error.value = undefined;
      const { url } = await ask('download', {
        body: { runId: run.runId, file },
        answer: signedDownloadSchema,
      });
      location.assign(url);
    } catch (thrown) {
      error.value = failureOf(thrown);
    }
  };
  return (
    <section class="panel">
      <h2>Files</h2>
      {hasRowsToCorrect(run) && (
        <p>
          The result sheet has each row with its outcome and its reason. It can be corrected in a spreadsheet
          program too, and dropped again: rows that are in already are not written twice.
        </p>
      )}
      <ul class="files">
        {files
          .filter(({ isThere }) => isThere(run))
          .map(({ kind, title }) => (
            <li key={kind}>
              <span>{title}</span>
              {kind !== 'drop' && (
                <a class="button" href={addressOf(`/runs/${run.runId}/rows/${kind}`)}>
                  Open<span class="unseen"> {title}</span>
                </a>
              )}
              <button type="button" onClick={() => void save(kind)}>
                Save<span class="unseen"> {title}</span>
              </button>
            </li>
          ))}
      </ul>
      {error.value && <Problem error={error.value} />}
    </section>
  );
}
