export { createS3AuditLog } from './audit-log.ts';
export { createS3Blobs } from './s3-blobs.ts';
