import { linesIn } from '../../packages/ledger/src/dynamodb/packed.ts';
import { textOf, type AwsRequest } from '../faults/aws/answer.ts';

type Stored = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;
interface Written {
  readonly Item?: Stored;
  readonly TransactItems?: readonly { readonly Put?: Written }[];
}

/** What a write to the ledger is for, if it is for a batch: `batch`, `importId`, or a phase and an event, such as `dry accepted`. */
export function purposeOf({ body }: AwsRequest): string | undefined {
  const { Item, TransactItems = [] }: Written = JSON.parse(textOf(body));
  const items = [Item, ...TransactItems.map(({ Put }) => Put?.Item)];
  return items.map((item) => purposeOfItem(item)).find((purpose) => purpose !== undefined);
}

function purposeOfItem(item: Stored = {}): string | undefined {
  if (item['pk']?.['S']?.startsWith('importId#')) return 'importId';
  const [, kind, phase] = /^(batch|submission)#\d+(?:#(\w+))?$/u.exec(item['sk']?.['S'] ?? '') ?? [];
  if (kind !== 'submission') return kind;
  const f = Buffer.from(item['f']?.['B'] ?? '', 'base64');
  return `${phase} ${String(linesIn({ f }).at(-1)?.['type'])}`;
}
