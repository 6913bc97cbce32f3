/** What the templates say of a table. */
export interface TableShape {
  /** The attributes of the key, the partition key first. */
  readonly keys: readonly string[];
  readonly indexes: Readonly<Record<string, IndexShape>>;
  /** The units per second for which it is warm. */
  readonly warm: { readonly reads?: number | undefined; readonly writes?: number | undefined };
}

export interface IndexShape {
  readonly partitionKey: string;
  readonly sortKey: string | undefined;
  /** Those that it has besides its own key and that of the table. */
  readonly attributes: readonly string[] | 'all';
}

/** By the name of the table. */
export type TableShapes = Readonly<Record<string, TableShape>>;

export interface TablePlace {
  readonly table: string;
  readonly index?: string | undefined;
}

/** The ARN of an index ends with `table/<table>/index/<index>`. */
export function placeIn(resource: string): TablePlace {
  const [, table = '', , index] = resource.split('/');
  return { table, index };
}

/** The partition key of a table or an index, by its ARN. */
export function partitionKeyIn(shapes: TableShapes, resource: string): string | undefined {
  const { table, index } = placeIn(resource);
  return index === undefined ? shapes[table]?.keys[0] : shapes[table]?.indexes[index]?.partitionKey;
}
