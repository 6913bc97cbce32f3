export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
