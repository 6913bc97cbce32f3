import { openSheet, streamSource } from '@sluice/sheets';
import type { TextHash } from '../model/lookup-set.ts';
import { PlanError } from '../plan-error.ts';
import { planSteps } from '../plan/plan-steps.ts';
import type { HasLanded } from '../model/reference.ts';
import type { PlannedBatch, PlanTotals, RowProblem } from '../model/plan-types.ts';
import { profileSchema, type Profile } from '../profile/profile.ts';
import { resolveSettings, type Settings } from '../profile/settings.ts';
import { sheetOptionsOf } from '../profile/sheet-options.ts';

type ProfileInput = Partial<Record<keyof Profile, unknown>>;

/** For clients found by their e-mail, by default. */
export function settingsOf(profile: ProfileInput = {}): Settings {
  const parsed = profileSchema.parse({ schema: 'client', lookup: 'email', ...profile });
  const resolved = resolveSettings({ kind: 'profile', profile: 'test', fileName: 'x.csv' }, parsed);
  if (resolved.kind === 'refused') throw new Error(resolved.reason);
  return resolved.settings;
}

interface Planned {
  readonly batches: readonly PlannedBatch[];
  /** The records of all batches with their rows. */
  readonly records: readonly (readonly [row: number, record: unknown])[];
  readonly problems: readonly RowProblem[];
  readonly skipped: readonly { readonly row: number; readonly twinOf: number }[];
  readonly filtered: readonly number[];
  /** Rows that landed already. */
  readonly landed: readonly number[];
  readonly asExported: readonly number[];
  readonly totals: PlanTotals;
  /** How often the bytes were opened. */
  readonly opened: number;
}

interface PlanOptions {
  readonly settings?: Settings;
  readonly chunk?: number;
  readonly hasLanded?: HasLanded;
  readonly target?: string;
  readonly hash?: TextHash;
}

export async function planText(
  text: string | Uint8Array,
  { settings = settingsOf(), chunk = 64 * 1024, hash, hasLanded, target }: PlanOptions = {},
): Promise<Planned> {
  const bytes = Buffer.from(text);
  let opened = 0;
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  const open = () => {
    opened += 1;
    return openSheet(streamSource(bytes.length, chunks), sheetOptionsOf(settings));
  };
  const plan = planSteps({ open, settings, hasLanded, target, ...(hash && { hash }) });
  const batches: PlannedBatch[] = [];
  const problems: RowProblem[] = [];
  const skipped: { row: number; twinOf: number }[] = [];
  const filtered: number[] = [];
  const landed: number[] = [];
  const asExported: number[] = [];
  let step = await plan.next();
  for (; !step.done; step = await plan.next()) {
    if (step.value.kind === 'batch') batches.push({ ...step.value.batch });
    else if (step.value.kind === 'problem') problems.push(step.value.problem);
    else if (step.value.kind === 'filtered') filtered.push(step.value.row);
    else if (step.value.kind === 'landedAlready') landed.push(step.value.row);
    else if (step.value.kind === 'asExported') asExported.push(step.value.row);
    else skipped.push({ row: step.value.row, twinOf: step.value.twinOf });
  }
  const records = batches.flatMap(({ body, rows }) => {
    const [set]: { records: unknown[] }[] = JSON.parse(body);
    return rows.map((row, at): [number, unknown] => [row, set?.records[at]]);
  });
  return { batches, records, problems, skipped, filtered, landed, asExported, totals: step.value, opened };
}

export async function planFailure(text: string, settings?: Settings): Promise<PlanError> {
  try {
    await planText(text, settings && { settings });
  } catch (error) {
    if (error instanceof PlanError) return error;
    throw error;
  }
  throw new Error('the sheet was planned to its end');
}
