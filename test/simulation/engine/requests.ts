import type { Decisions } from '../decisions.ts';

export type Row = Readonly<Record<string, string | boolean | null>>;
export interface RecordSet {
  readonly schema: string;
  readonly lookup: string;
  readonly records: readonly Row[];
  readonly expects?: readonly Expected[];
}
/** Whether a row only updates, or only creates. */
export interface Expected {
  readonly exists: boolean;
  readonly otherwise: 'fail' | 'skip';
}

const people = [1, 2, 3, 4];
const lookups = ['email', 'username', 'name'] as const;
const valueOf = {
  email: (n: number) => `u${n}@x.org`,
  username: (n: number) => `user ${n}`,
  name: (n: number) => `Name ${n}`,
};

/** What a row may say about a person; without a name it is refused unless she is there. A value shows its writer, or several write it. */
const contents: readonly ((act: number, n: number) => Row | undefined)[] = [
  () => undefined,
  (act) => ({ name: `Name of ${act}` }),
  (act) => ({ name: 'Same', cellPhone: `0${act}` }),
  () => ({ name: 'Same', cellPhone: null }),
  () => ({ deleted: true }),
  (act, n) => ({ ...(act % 3 > 0 && { name: 'Same' }), username: valueOf.username(n) }),
  (act, n) => ({ name: valueOf.name(n), workPhone: `0${act}` }),
];

/** The record sets of an import. Plainly it is about one client. */
export function requestOf(decisions: Decisions, act: number): RecordSet[] {
  const clients = (name: string, lookup: (typeof lookups)[number] = 'email'): RecordSet => {
    const records = people.flatMap((n): Row[] => {
      const content = contents[decisions.pick(`${name} says of ${n}`, contents.length)]?.(act, n);
      return content === undefined ? [] : [{ ...content, [lookup]: valueOf[lookup](n) }];
    });
    const one = { name: `Name of ${act}`, [lookup]: valueOf[lookup](1) };
    const all = records.length > 0 ? records : [one];
    const expects = all.map((_, at): Expected => {
      const pick = decisions.pick(`${name} expects of ${at}`, 4);
      return { exists: pick % 2 === 0, otherwise: pick < 2 ? 'skip' : 'fail' };
    });
    const isExpecting = decisions.chance(`${name} expects something`, 0.15);
    return { schema: 'client', lookup, records: all, ...(isExpecting && { expects }) };
  };
  const name = `import ${act}`;
  const others = [
    () => [clients(name, lookups[1 + decisions.pick(`${name} looks up by`, 2)])],
    () => [clients(name), clients(`${name} again`)],
    () => [
      {
        schema: 'list',
        lookup: 'name',
        records: [{ name: 'Colors', deleted: decisions.chance(`${name} deletes the list`, 0.2) }],
      },
    ],
    () => [
      { schema: 'list', lookup: 'name', records: [{ name: 'Colors' }] },
      { schema: 'ListItem.Colors', lookup: 'title', records: [{ title: 'Red' }, { title: `Shade ${act}` }] },
    ],
    () => [
      { schema: 'role', lookup: 'name', records: [{ name: 'Chair' }] },
      { schema: 'issue', lookup: 'identifier', records: [{ identifier: 'I', title: `Title ${act}` }] },
    ],
  ];
  return others[decisions.pick(`kind of ${name}`, others.length * 2 + 1) - 1]?.() ?? [clients(name)];
}

export const itemsSet = (act: number) => ({
  listId: 'Colors',
  items: [{ title: 'Red' }, { title: `Made ${act}` }],
});
