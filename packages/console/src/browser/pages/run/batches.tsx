import { callsText } from '@sluice/answers/run';
import { counted } from '@sluice/contract/words';
import type { RunHead, RunLists } from '../../app/answers.ts';
import { DataTable } from '../../parts/data-table.tsx';

/** Each batch with its import in the service. */
export function Batches({ run, lists }: { readonly run: RunHead; readonly lists: RunLists }) {
  const { submissions } = lists;
  const hasMore = lists.next?.startsWith('submissions') ?? false;
  if (submissions.length === 0) return null;
  return (
    <section class="panel">
      <h2>Batches</h2>
      <p>{callsText(run)}.</p>
      <DataTable label="Batches" headings={['Batch', 'Phase', 'Status', 'Import', 'Attempts']}>
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
      </DataTable>
      {hasMore && <p>These are the first {counted(submissions.length, 'entry', 'entries')}.</p>}
    </section>
  );
}
