import { theOutside, type Outside } from '../outside.ts';

/** The real outside with this client of AWS and these parts. */
export function outsideWith(client: object, parts: Partial<Outside> = {}): Outside {
  return { ...theOutside, client: (Kind) => (client instanceof Kind ? client : new Kind({})), ...parts };
}
