import { Environment } from '@marcbachmann/cel-js';
import { hash } from 'node:crypto';

/** Of bytes, or of a text in UTF-8. */
export function sha256(data: string | Uint8Array, as: 'hex' | 'base64'): string {
  return hash('sha256', data, as);
}

/** The language of expressions. */
export const celEnvironment = (): typeof Environment => Environment;
export const loadCel = (): Promise<void> => Promise.resolve();
