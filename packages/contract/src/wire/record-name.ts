/** What people call a record, and what tells it from others of that name. */
const names = ['name', 'title'];
const distinctions = ['email', 'identifier', 'ownerNumber', 'username', 'code'];
const longest = 100;

/** A record as people know it: `Ann Lee (ann@example.com)`; undefined if none of its fields names it. */
export function recordName(fields: Readonly<Record<string, unknown>>): string | undefined {
  const textOf = (field: string) => {
    const value = fields[field];
    return typeof value === 'string' && value !== '' ? value.slice(0, longest).toWellFormed() : undefined;
  };
  const firstOf = (all: readonly string[]) => all.map(textOf).find((text) => text !== undefined);
  const [name, distinction] = [firstOf(names), firstOf(distinctions)];
  return name !== undefined && distinction !== undefined ? `${name} (${distinction})` : (name ?? distinction);
}
