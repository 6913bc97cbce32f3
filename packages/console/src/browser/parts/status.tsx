import { statusWords, toneOf } from '@sluice/answers/run';

type Shown = Parameters<typeof statusWords>[0];

/** The status of a run, in its colour. */
export const Status = ({ run }: { readonly run: Shown }) => (
  <span class={`status ${toneOf(run)}`}>{statusWords(run)}</span>
);
