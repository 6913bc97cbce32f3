import {
  expectationOf,
  refusalOf,
  shownName,
  valueOfText,
  type FieldSpec,
  type ImportSchema,
} from '@sluice/contract';
import { isFallback, transformOf } from './compile.ts';
import { nameOfStep, type Step } from './steps.ts';

/** The steps whose texts a cell may not have. */
const strict: ReadonlySet<string> = new Set(['map', 'part', 'email', 'phone', 'number', 'date', 'excelDate']);

/** What is wrong with the steps of a profile. */
export function stepProblems(
  { fields }: ImportSchema,
  transforms: ReadonlyMap<string, readonly Step[]>,
): string[] {
  return [...transforms].flatMap(([field, steps]) => {
    const spec = fields[field];
    return steps.flatMap((step, at) => {
      const wrong = isFallback(step)
        ? fallbackProblem(steps[at - 1])
        : (buildProblem(step) ?? (at === steps.length - 1 ? valueProblem(step, spec) : undefined));
      return wrong === undefined ? [] : [`step ${at + 1} of ${field}, ${nameOfStep(step)}: ${wrong}`];
    });
  });
}

function fallbackProblem(before: Step | undefined): string | undefined {
  return before !== undefined && strict.has(nameOfStep(before))
    ? undefined
    : `it must come after one of ${[...strict].join(', ')}`;
}

function buildProblem(step: Parameters<typeof transformOf>[0]): string | undefined {
  try {
    transformOf(step);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be used';
  }
}

/** What the last step certainly makes must be a value of the field. */
function valueProblem(step: Step, spec: FieldSpec | undefined): string | undefined {
  if (spec === undefined || typeof step === 'string') return undefined;
  const made = 'map' in step ? Object.values(step.map) : 'default' in step ? [step.default] : [];
  const wrong = made.find((text) => text !== '' && refusalOf(spec, valueOfText(spec, text)) !== undefined);
  return wrong === undefined ? undefined : `"${shownName(wrong)}" is not ${expectationOf(spec)}`;
}
