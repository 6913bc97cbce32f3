/** Of a user pool. */
export interface Group {
  readonly name: string;
  readonly description?: string | undefined;
}
