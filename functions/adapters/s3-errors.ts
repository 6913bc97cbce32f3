import { S3ServiceException } from '@aws-sdk/client-s3';

/** Whether S3 answered with one of these errors. */
export function isNamed(error: unknown, ...names: readonly string[]): boolean {
  return error instanceof S3ServiceException && names.includes(error.name);
}

/** Whether the object is encrypted with a KMS key that we may not use, or that is disabled. S3 passes on what KMS answers. */
export function isNotDecrypted(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  return error.name.startsWith('KMS.') || (error.name === 'AccessDenied' && error.message.includes('kms:'));
}

/** The status of the answer, which is all that an answer to HEAD has. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}
