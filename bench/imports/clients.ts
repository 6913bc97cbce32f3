import { actions, type Action } from '../service/write-cases.ts';

export { actions, type Action };

interface RecordSet {
  readonly schema: string;
  readonly lookup: string;
  readonly records: readonly Readonly<Record<string, string>>[];
}

/** So many clients by e-mail: new ones, the same with another phone, and these once more as they are. */
export function clients(action: Action, count: number): RecordSet[] {
  const records = Array.from({ length: count }, (_, n) => ({
    email: `person-${n}@bench.example`,
    name: `Ada Okafor ${n}`,
    langCode: 'de',
    ...(action !== 'created' && { cellPhone: `0170 ${n}` }),
  }));
  return [{ schema: 'client', lookup: 'email', records }];
}
