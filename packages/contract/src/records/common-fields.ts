import * as z from 'zod';

export const apiVersions: readonly string[] = ['1'];

/** Every request may carry these in its body; the first three may be headers instead. */
export const commonFields = z.object({
  apiKey: z.string().min(1).optional().describe('The key of a token.'),
  apiSecret: z.string().min(1).optional().describe('The secret of a token, to be kept private.'),
  apiVersion: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'The version of the interface.', enum: apiVersions, default: apiVersions[0] }),
  endpointId: z.string().min(1).optional().describe("A name for the caller's own use."),
});
export type CommonFields = z.infer<typeof commonFields>;

/** The header that carries each of the common fields that may be one. */
export const commonHeaders = {
  apiKey: 'X-API-Key',
  apiSecret: 'X-API-Secret',
  apiVersion: 'X-API-Version',
  endpointId: 'X-Endpoint-Id',
} as const satisfies Record<keyof CommonFields, string>;

const commonNames: ReadonlySet<string> = new Set(Object.keys(commonFields.shape));

/** Splits a request body into the common fields and those of the operation. Neither is checked yet. */
export function partBody(body: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(body);
  return {
    common: Object.fromEntries(entries.filter(([name]) => commonNames.has(name))),
    // An own `__proto__` stays an own property here, so that it is refused as an unknown field.
    own: Object.fromEntries(entries.filter(([name]) => !commonNames.has(name))),
  };
}
