import { addressIn } from './address.ts';
import { amountIn } from './amount.ts';
import { dateBy } from './date-by-format.ts';
import { partBy } from './part.ts';
import { PatternWork } from './pattern-work.ts';
import { phoneIn } from './phone.ts';
import { serialDate } from './serial.ts';
import type { Step } from './steps.ts';
import * as texts from './text-steps.ts';
import { bounded, type Transform } from './unfit.ts';

const plain: Readonly<Record<Extract<Step, string>, Transform>> = {
  trim: texts.trimmed,
  lower: texts.lower,
  upper: texts.upper,
  title: texts.titled,
  email: addressIn,
  excelDate: serialDate(1900),
};

type Fallback = Extract<Step, { readonly otherwise: unknown }>;
export const isFallback = (step: Step | undefined): step is Fallback =>
  typeof step === 'object' && 'otherwise' in step;

/** @throws Error what is wrong with the step */
export function transformOf(step: Exclude<Step, Fallback>, work = new PatternWork()): Transform {
  if (typeof step === 'string') return plain[step];
  if ('default' in step) return (text) => text || step.default;
  if ('map' in step) return texts.mapped(step.map);
  if ('before' in step) return texts.before(step.before);
  if ('after' in step) return texts.after(step.after);
  if ('split' in step) {
    const { take } = step;
    return texts.partAt(step.split, typeof take === 'number' ? [take, take] : take);
  }
  if ('part' in step) return partBy(step.part, work);
  if ('replace' in step) return texts.replaced(step.replace, step.with);
  if ('phone' in step) return phoneIn(step.phone);
  if ('number' in step) return amountIn(step.number);
  if ('date' in step) return dateBy(step.date, step.language ?? 'en');
  return serialDate(step.excelDate);
}

/** Whether the step makes something of a blank. */
const fillsBlanks = (step: Step): boolean =>
  typeof step === 'object' && ('default' in step || ('map' in step && Object.hasOwn(step.map, '')));

/**
 * One function for a list of steps. `work` is shared by all that are applied to a file. White space at the ends is left out before and after each of them, and a blank stays blank
 * except for a default. @throws Error what is wrong with a step
 */
export function compileSteps(steps: readonly Step[], work = new PatternWork()): Transform {
  const compiled = steps.flatMap((step, at): Transform[] => {
    if (isFallback(step)) return [];
    const apply = transformOf(step, work);
    const next = steps[at + 1];
    const fallback = isFallback(next) ? next.otherwise : undefined;
    const fills = fillsBlanks(step);
    return [
      (text) => {
        if (text === '' && !fills) return text;
        const made = bounded(apply(text), text);
        if (typeof made === 'string') return made.trim();
        return fallback === undefined ? made : fallback === 'keep' ? text : '';
      },
    ];
  });
  return (cell) => {
    const first = bounded(cell.trim(), cell);
    if (typeof first !== 'string') return first;
    let text = first;
    for (const apply of compiled) {
      const made = apply(text);
      if (typeof made !== 'string') return made;
      text = made;
    }
    return text;
  };
}
