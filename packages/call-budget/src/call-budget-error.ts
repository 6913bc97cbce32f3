/** Others were first too often. The same call may be made again. */
export class CallBudgetError extends Error {
  override readonly name = 'CallBudgetError';
  readonly code = 'busy';
}
