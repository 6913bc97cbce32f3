type LocalErrorCode =
  | 'already_running'
  | 'not_own_folder'
  | 'node_too_old'
  | 'synthesis_failed'
  | 'assembly_missing'
  | 'template_unsupported'
  | 'template_invalid'
  | 'port_taken'
  | 'database_missing'
  | 'service_failed';

/** Why the local system does not start. The message is for the person who started it. */
export class LocalError extends Error {
  readonly code: LocalErrorCode;

  constructor(code: LocalErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LocalError';
    this.code = code;
  }
}
