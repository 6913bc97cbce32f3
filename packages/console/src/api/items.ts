/**
 * What the console keeps for a while: sessions, sign-ins under way, uploads under way. A key never shows a secret: it is made
 * of a hash.
 */
export interface ConsoleItems {
  /** Strongly consistent. Undefined for what is over. */
  get(key: string): Promise<unknown>;
  /** @returns false if the key is taken */
  add(key: string, item: object, until: Date): Promise<boolean>;
  /** @returns false if there is no such item any more */
  replace(key: string, item: object, until: Date): Promise<boolean>;
  /** Removes an item. @returns what was there, to one of several callers only */
  take(key: string): Promise<unknown>;
}

/** The beginnings of keys. The roles of functions are limited to theirs. */
export const itemKinds = { session: 'session#', signIn: 'sign-in#', upload: 'upload#' } as const;
