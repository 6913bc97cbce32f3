import { S3ServiceException } from '@aws-sdk/client-s3';

/** Whether S3 answered with one of these errors. */
export function isNamed(error: unknown, ...names: readonly string[]): boolean {
  return error instanceof S3ServiceException && names.includes(error.name);
}

/** The status of the answer, which is all that an answer to HEAD has. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}
