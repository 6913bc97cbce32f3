import { reasonText, type Reason } from '@sluice/contract';

/** Why the place of a file or its profile cannot be used. */
export interface Refused {
  readonly kind: 'refused';
  readonly code: Reason['code'];
  readonly reason: string;
}

export const refusedFor = (reason: Reason): Refused => ({
  kind: 'refused',
  code: reason.code,
  reason: reasonText(reason),
});
