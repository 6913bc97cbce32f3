import { getItem, updateWhere, type TableAccess } from '@sluice/aws-kit/dynamodb';
import { auditHead, type AuditHeadStore } from '../store/audit-head.ts';
import { auditHeadKey } from './keys.ts';

export function createDynamoAuditHead(access: TableAccess): AuditHeadStore {
  return {
    get: async () => auditHead.optional().parse(await getItem(access, auditHeadKey)),
    move: async ({ version, hash }) => {
      await updateWhere(access, {
        Key: auditHeadKey,
        UpdateExpression: 'SET version = :version, #hash = :hash',
        ConditionExpression: 'attribute_not_exists(version) OR version < :version',
        ExpressionAttributeNames: { '#hash': 'hash' },
        ExpressionAttributeValues: { ':version': version, ':hash': hash },
      });
    },
  };
}
