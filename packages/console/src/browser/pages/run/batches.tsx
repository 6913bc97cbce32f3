import { callsText } from '@sluice/ledger/views';
import { counted } from '@sluice/mail/words';
import type { RunHead, RunLists } from '../../app/answers.ts';

/** Each batch with its import in the service. */
export function Batches({ run, lists }: { readonly run: RunHead; readonly lists: RunLists }) {
  const { submissions } = lists;
  const hasMore = lists.next?.startsWith('submissions') ?? false;
  if (submissions.length === 0) return null;
  return (
    <section class="panel">
      <h2>Batches</h2>
      <p>{callsText(run)}.</p>
      <div class="scrolls" tabIndex={0} role="region" aria-label="Batches">
        <table>
          <thead>
            <tr>
              <th scope="col">Batch</th>
              <th scope="col">Phase</th>
              <th scope="col">Status</th>
              <th scope="col">Import</th>
              <th scope="col">Attempts</th>
            </tr>
          </thead>
          <tbody>
            {submissions.map(({ batch, phase, status, importId, attempts }) => (
              <tr key={`${batch}/${phase}`}>
                <th scope="row">{batch}</th>
                <td>{phase === 'dry' ? 'dry run' : 'import'}</td>
                <td>{status}</td>
                <td>
                  <code class="id">{importId ?? 'none'}</code>
                </td>
                <td>{attempts}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hasMore && <p>These are the first {counted(submissions.length, 'entry', 'entries')}.</p>}
    </section>
  );
}
