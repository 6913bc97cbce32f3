import { verifiedInBrief, verifyHistory, type Verified } from '@sluice/ledger/audit';
import { useSignal, type Signal } from '@preact/signals';
import type { ApiError } from '../app/api.ts';
import { failureOf } from '../app/use-answer.ts';
import { Problem } from '../parts/notices.tsx';
import { Progress } from '../parts/progress.tsx';
import { auditedHistory } from './audit/audited.ts';
import { VerifiedDays } from './audit/verified-days.tsx';

const monthMs = 30 * 86_400_000;
const dayOf = (date: Date): string => date.toISOString().slice(0, 'yyyy-mm-dd'.length);
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'at work'; readonly part: number; readonly day: string }
  | { readonly kind: 'exporting'; readonly day: string }
  | { readonly kind: 'exported'; readonly name: string; readonly what: keyof typeof exports }
  | { readonly kind: 'done'; readonly verified: Verified }
  | { readonly kind: 'failed'; readonly error: ApiError };

/** Verifies in the browser that nobody altered the history: it trusts no answer but what the seals and the chains say. */
export function Audit() {
  const state = useSignal<State>({ kind: 'idle' });
  const from = useSignal(dayOf(new Date(Date.now() - monthMs)));
  const until = useSignal('');
  const isBusy = state.value.kind === 'at work' || state.value.kind === 'exporting';
  const times = () => ({
    since: from.value === '' ? undefined : `${from.value}T00:00:00.000Z`,
    until: until.value === '' ? undefined : `${until.value}T23:59:59.999Z`,
  });
  const during = async (work: () => Promise<State>): Promise<void> => {
    try {
      state.value = await work();
    } catch (error) {
      state.value = { kind: 'failed', error: failureOf(error) };
    }
  };
  const verify = (event: Event): Promise<void> => {
    event.preventDefault();
    const progress = (part: number, day: string): void => void (state.value = { kind: 'at work', part, day });
    progress(0, '');
    return during(async () => {
      const services = { now: () => new Date(), sleep, progress };
      return { kind: 'done', verified: await verifyHistory(auditedHistory, times(), services) };
    });
  };
  const exported = (what: keyof typeof exports): Promise<void> => {
    const seen = (day: string): void => void (state.value = { kind: 'exporting', day });
    seen('');
    return during(async () => {
      const name = `${what}${from.value && ` from ${from.value}`}${until.value && ` until ${until.value}`}.csv`;
      // It brings the writer of CSV along.
      const { exporters, saveAs } = await import('./audit/export-history.ts');
      saveAs(await exporters[what](times(), seen), name);
      return { kind: 'exported', name, what };
    });
  };
  return (
    <>
      <h1>Audit</h1>
      <p>
        Each event of a run names the hash of the one before, and each day is sealed with a list of these
        hashes. This page reads all of them, and computes every hash again.
      </p>
      <form class="bar" onSubmit={(event) => void verify(event)}>
        <Day label="From" day={from} />
        <Day label="Until" day={until} />
        <button type="submit" class="main" disabled={isBusy}>
          Verify
        </button>
        {(['audit', 'changes'] as const).map((what) => (
          <button key={what} type="button" disabled={isBusy} onClick={() => void exported(what)}>
            {what === 'audit' ? 'Export' : 'Export changes'}
          </button>
        ))}
      </form>
      <div aria-live="polite">
        <Outcome state={state.value} />
      </div>
    </>
  );
}

/** What is in a file, by the beginning of its name. */
const exports = {
  audit: (
    <>
      every event of every run and migration, as <code>sluice audit export</code> writes them, without the log
      of the control panel, which the console does not have.
    </>
  ),
  changes: (
    <>
      a row for each field that an import or another call changed, as <code>sluice audit changes</code> writes
      them. The column <code>values</code> says what is altered, erased, gone or not covered. That nothing is
      missing is proved by <code>sluice audit verify</code>, not by this file.
    </>
  ),
} as const;

function Day({ label, day }: { label: string; day: Signal<string> }) {
  return (
    <label>
      {label}
      <input type="date" value={day.value} onInput={(event) => (day.value = event.currentTarget.value)} />
    </label>
  );
}

function Outcome({ state }: { readonly state: State }) {
  switch (state.kind) {
    case 'idle':
      return null;
    case 'failed':
      return <Problem error={state.error} />;
    case 'at work':
      return (
        <Progress step={{ label: 'verifying', part: state.part, detail: state.day || 'reading the seals' }} />
      );
    case 'exporting':
      return <p class="notice">Exporting{state.day && ` ${state.day}`}…</p>;
    case 'exported':
      return (
        <p class="notice good">
          {state.name} is saved: {exports[state.what]}
        </p>
      );
    case 'done':
      return (
        <>
          <pre class={`notice ${state.verified.ok ? 'good' : 'bad'}`}>{verifiedInBrief(state.verified)}</pre>
          {state.verified.days.length > 0 && <VerifiedDays days={state.verified.days} />}
        </>
      );
  }
}
