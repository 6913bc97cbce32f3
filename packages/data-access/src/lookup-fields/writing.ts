import { ImportBusyError } from '../lease/lease.ts';
import { changeFields, type Changing } from './change-fields.ts';
import { deregistered, registered } from './transitions.ts';
import { anyUse, useIn, type UseOf } from '../records/use.ts';

/** How long others wait for a writer. */
export const writingMs = 6 * 60_000;
/** A writer begins nothing more so long before that: clocks differ by two seconds, and its last requests take a while. */
const marginMs = 60_000;

/** A worker that is registered as a writer of records, so that no field is filled behind its back. */
export interface Writing {
  /** What the worker knows of the fields. @throws ImportBusyError when it may no longer write */
  readonly use: UseOf;
  /** Registers again, with what is known by then, when half of the time is over. */
  readonly renew: () => Promise<void>;
  /** Says that the worker writes no more. Nothing of it may be under way. */
  readonly end: () => Promise<void>;
}

/** Of a worker that writes no records of large kinds. */
export const unregistered: Writing = { use: anyUse, renew: async () => {}, end: async () => {} };

export interface Writer extends Changing {
  /** A worker of its own for each delivery: one that was believed dead may still write. */
  readonly worker: string;
  readonly now: () => Date;
}

export async function startWriting(writer: Writer): Promise<Writing> {
  const { worker, now } = writer;
  let { use, until } = await register(writer);
  return {
    use: (field) => {
      if (now().getTime() >= until) throw new ImportBusyError(`The time of writer ${worker} is over.`);
      return use(field);
    },
    renew: async () => {
      if (now().getTime() >= until - (writingMs - marginMs) / 2) ({ use, until } = await register(writer));
    },
    end: async () => {
      await changeFields(writer, (fields) => ({ fields: deregistered(fields, worker), result: undefined }));
    },
  };
}

async function register(writer: Writer): Promise<{ readonly use: UseOf; readonly until: number }> {
  const { worker, now } = writer;
  // Taken before the request: the registration must not end before the writer believes it does.
  const waitedFor = now().getTime() + writingMs;
  const registration = { worker, until: new Date(waitedFor).toISOString() };
  const use = await changeFields(writer, (stored) => {
    const fields = registered(stored, registration, now().toISOString());
    return { fields, result: useIn(fields) };
  });
  return { use, until: waitedFor - marginMs };
}
