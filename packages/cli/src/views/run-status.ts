import { statusWords, toneOf } from '@sluice/answers/run';
import type { Paint } from '../io/columns.ts';

type Shown = Parameters<typeof toneOf>[0];

export const statusText = (run: Shown, paint: Paint): string => paintOf(run, paint)(statusWords(run));

export const paintOf = (run: Shown, paint: Paint): ((text: string) => string) =>
  ({ good: paint.green, bad: paint.red, open: paint.yellow })[toneOf(run)];
