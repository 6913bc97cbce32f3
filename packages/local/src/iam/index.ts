export { accessLogName, readAccessLog, type AccessReport } from './access-log.ts';
export {
  allowing,
  applies,
  isLike,
  policySchema,
  resourcePolicySchema,
  type Access,
  type Permission,
  type ResourcePermission,
} from './policy.ts';
export { dynamoDbAccesses } from './dynamodb-requests.ts';
