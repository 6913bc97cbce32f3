/** The error codes with the status that the envelope reports. The HTTP status itself is 200. */
export const errorStatus = {
  unauthorized: 401,
  invalid_request: 400,
  not_found: 404,
  too_many_requests: 429,
  server_error: 500,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export const errorCodes = [
  'unauthorized',
  'invalid_request',
  'not_found',
  'too_many_requests',
  'server_error',
] as const satisfies readonly ErrorCode[];
