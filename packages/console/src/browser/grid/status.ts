/** Every status that a row of a file, a plan, a result or an undo may have, as people read it, with its colour. */
export const statuses = {
  wrong: { name: 'wrong', tone: 'bad' },
  changed: { name: 'corrected', tone: 'good' },
  created: { name: 'created', tone: 'good' },
  updated: { name: 'updated', tone: 'change' },
  unchanged: { name: 'unchanged', tone: 'calm' },
  deleted: { name: 'deleted', tone: 'bad' },
  landed: { name: 'landed', tone: 'good' },
  skipped: { name: 'skipped', tone: 'calm' },
  filtered: { name: 'filtered out', tone: 'calm' },
  failed: { name: 'failed', tone: 'bad' },
  'not attempted': { name: 'not attempted', tone: 'warn' },
  unknown: { name: 'unknown', tone: 'warn' },
  create: { name: 'to create', tone: 'good' },
  update: { name: 'to update', tone: 'change' },
  delete: { name: 'to delete', tone: 'bad' },
  write: { name: 'to write', tone: 'good' },
  leave: { name: 'stays as it is', tone: 'calm' },
  reversed: { name: 'taken back', tone: 'good' },
  kept: { name: 'kept', tone: 'warn' },
} as const satisfies Record<string, { readonly name: string; readonly tone: Tone }>;
export type Status = keyof typeof statuses;
export type Tone = 'good' | 'change' | 'calm' | 'warn' | 'bad';

export const isStatus = (text: string): text is Status => Object.hasOwn(statuses, text);
