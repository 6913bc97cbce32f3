import { runWords } from '@sluice/answers/run';
import { consoleRoutes } from '../../../api/routes.ts';
import { dropperText, planName } from '@sluice/ledger';
import { printable } from '@sluice/contract/words';
import type { RunHead } from '../../app/answers.ts';
import { session } from '../../app/session.ts';
import { Facts } from '../../parts/facts.tsx';
import { Time } from '../../parts/time.tsx';
import { Sentence } from '../../parts/sentence.tsx';

const mayApprove = consoleRoutes.approve.may.join(' or ');

/** What approving needs: which plan, who may, and who may not. */
export function PlanNeeds({ run }: { readonly run: RunHead }) {
  const { approval, reason, secondPerson = false, status } = run;
  if (approval === undefined) return null;
  const { plan, approved } = approval;
  const waits = status === 'awaiting_approval';
  return (
    <section class="panel">
      <h2>{waits ? 'What approving needs' : 'Approval'}</h2>
      <Facts
        of={[
          ['Why it is asked', waits && reason !== undefined && <Sentence text={reason} />],
          [
            'Approved',
            approved && (
              <>
                by {printable(approved.by)}, <Time at={approved.at} />
              </>
            ),
          ],
          ['Role', waits && mayApprove],
          ['Second person', waits && (secondPerson ? secondPersonText(run) : 'not asked for')],
          [
            'Plan',
            <>
              <code class="id" title={plan.sha256}>
                {planName(plan)}
              </code>
              {waits && '. Only this plan is approved.'}
            </>,
          ],
          ['Then', waits && runWords.checkedOnceMore],
        ]}
      />
    </section>
  );
}

/** The API decides; this spares a person who dropped the file the attempt. */
function secondPersonText(run: RunHead): string {
  const person = session.value?.person;
  const isOwn = run.principal === `person:${person?.id}` || run.droppedBy === person?.email;
  const others = 'Whoever dropped or corrected this file cannot approve it.';
  return isOwn
    ? `${others} You dropped it, so somebody else has to.`
    : `${others} It was dropped by ${printable(dropperText(run))}.`;
}
