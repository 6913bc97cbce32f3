/** The bytes of a value as JSON, in UTF-8: what it takes in the table, in the bucket and in an answer. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
