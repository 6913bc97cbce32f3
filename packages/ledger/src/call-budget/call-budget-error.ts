/** Other instances wrote the budget first too often. The caller may try again. */
export class CallBudgetError extends Error {
  override readonly name = 'CallBudgetError';
  readonly code = 'busy';
}
