/** Why the demo site could not be filled. The message is for the person who started the system. */
export class SeedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SeedError';
  }
}
