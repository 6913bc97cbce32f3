import type { ProgressStep } from '@sluice/answers/run';

/** How far something is, in a bar and in words. */
export const Progress = ({ step: { label, part, detail } }: { readonly step: ProgressStep }) => (
  <span class="progress">
    <progress value={part} max={1} aria-label={label} />
    <span>{detail}</span>
  </span>
);
