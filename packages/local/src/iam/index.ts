export { accessLogName, readAccessLog, type AccessReport } from './access-log.ts';
export { allowing, applies, isLike, policySchema, type Access, type Permission } from './policy.ts';
export { dynamoDbAccesses } from './requests/dynamodb.ts';
