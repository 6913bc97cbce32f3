import { answerText } from '@sluice/answers/run';
import type { ConsoleRouteName } from '../../../api/routes.ts';
import type { RunStatus } from '@sluice/ledger';
import type { RunSummaryJson } from '@sluice/ledger/views';
import { runListSchema } from '../../app/answers.ts';
import { ask } from '../../app/api.ts';
import { addressOf } from '../../app/place.ts';
import { may, session } from '../../app/session.ts';
import { useAnswer } from '../../app/use-answer.ts';
import { Status } from '../../parts/status.tsx';
import { Time } from '../../parts/time.tsx';
import { fileNameOf } from '../../parts/words.ts';

interface Kind {
  readonly status: RunStatus;
  /** Whoever may ask this is waited for. */
  readonly needs: ConsoleRouteName;
  /** Only runs of files that the person dropped. */
  readonly isOwn?: true;
}

const kinds: readonly Kind[] = [
  { status: 'awaiting_approval', needs: 'approve' },
  { status: 'needs_decision', needs: 'decide' },
  { status: 'rejected', needs: 'upload', isOwn: true },
  { status: 'partly_succeeded', needs: 'upload', isOwn: true },
];
const mostOfKind = 5;
/** In milliseconds. */
const [askedEvery, ownSince] = [8000, 14 * 86_400_000];

/** What nobody else may do, or what the person has to correct. */
export function Waiting() {
  const { data = [] } = useAnswer({ load: waiting, of: [session.value], every: () => askedEvery });
  if (data.length === 0) return null;
  return (
    <section class="waiting" aria-labelledby="waiting">
      <h2 id="waiting">Waits for you</h2>
      <ul>
        {data.map((run) => (
          <li key={run.runId}>
            <Status run={run} />
            <a href={addressOf(`/runs/${run.runId}`)}>{fileNameOf(run.key)}</a>
            <span>{answerText({ run })}</span>
            <Time at={run.startedAt} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A rejected dry run of a migration, and a run that was corrected since, wait for nobody. */
async function waiting(): Promise<RunSummaryJson[]> {
  const email = session.value?.person.email;
  const since = new Date(Date.now() - ownSince).toISOString();
  const found = await Promise.all(
    kinds
      .filter(({ needs }) => may(needs))
      .map(async ({ status, isOwn }) => {
        const own = isOwn && { dropper: email, since };
        const query = { status, limit: String(mostOfKind), ...own };
        return (await ask('runs', { query, answer: runListSchema })).runs;
      }),
  );
  const runs = found.flat();
  const corrected = new Set(runs.map(({ corrects }) => corrects));
  return runs.filter(({ runId, migration }) => !corrected.has(runId) && migration === undefined);
}
