import { z } from 'zod';
import type { ZodType } from 'zod';
import { readJson, writeJson } from '@sluice/local';

/** What the seeding has done so far, on the disk after every step: a repeat goes on where it was cut off. */
export interface SeedNotes {
  /** The result of the step: as noted, or of doing it now. */
  once<T>(step: string, schema: ZodType<T>, work: () => Promise<T>): Promise<T>;
}

export function openSeedNotes(file: string): SeedNotes {
  let notes = readJson(file, z.record(z.string(), z.unknown())) ?? {};
  return {
    once: async (step, schema, work) => {
      if (Object.hasOwn(notes, step)) return schema.parse(notes[step]);
      const result = await work();
      notes = { ...notes, [step]: result ?? null };
      writeJson(file, notes);
      return result;
    },
  };
}
