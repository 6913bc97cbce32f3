export const importStates = [
  'new',
  'validating',
  'invalid',
  'valid',
  'running',
  'error',
  'success',
  'reverting',
  'reverted',
] as const;
export type ImportState = (typeof importStates)[number];

export const importEvents = [
  'validate',
  'accept',
  'refuse',
  'run',
  'succeed',
  'fail',
  'revert',
  'finishRevert',
  /** A revert that could not begin or end goes back to where it came from. */
  'backToSuccess',
  'backToError',
] as const;
export type ImportEvent = (typeof importEvents)[number];

const nothing: Record<ImportEvent, undefined> = {
  validate: undefined,
  accept: undefined,
  refuse: undefined,
  run: undefined,
  succeed: undefined,
  fail: undefined,
  revert: undefined,
  finishRevert: undefined,
  backToSuccess: undefined,
  backToError: undefined,
};

/** The transitions of an import (invariant 17). It starts as `new`, or as `invalid` when refused at once. */
export const nextImportState: Record<ImportState, Record<ImportEvent, ImportState | undefined>> = {
  new: { ...nothing, validate: 'validating' },
  validating: { ...nothing, accept: 'valid', refuse: 'invalid' },
  invalid: nothing,
  valid: { ...nothing, run: 'running' },
  running: { ...nothing, succeed: 'success', fail: 'error' },
  success: { ...nothing, revert: 'reverting' },
  error: { ...nothing, revert: 'reverting' },
  reverting: { ...nothing, finishRevert: 'reverted', backToSuccess: 'success', backToError: 'error' },
  reverted: nothing,
};

export interface ImportFlags {
  readonly done: boolean;
  readonly success: boolean;
  readonly error: boolean;
}

const pending: ImportFlags = { done: false, success: false, error: false };
const succeeded: ImportFlags = { done: true, success: true, error: false };
const failed: ImportFlags = { done: true, success: false, error: true };
const takenBack: ImportFlags = { done: true, success: false, error: false };

const flags: Record<ImportState, { readonly real: ImportFlags; readonly dry: ImportFlags }> = {
  new: { real: pending, dry: pending },
  validating: { real: pending, dry: pending },
  invalid: { real: failed, dry: failed },
  // A dry run ends as `valid`; a real import continues.
  valid: { real: pending, dry: succeeded },
  running: { real: pending, dry: pending },
  error: { real: failed, dry: failed },
  success: { real: succeeded, dry: succeeded },
  reverting: { real: pending, dry: pending },
  reverted: { real: takenBack, dry: takenBack },
};

/** How `importStatus` describes a state. */
export function importFlags(state: ImportState, dryRun: boolean): ImportFlags {
  return flags[state][dryRun ? 'dry' : 'real'];
}
