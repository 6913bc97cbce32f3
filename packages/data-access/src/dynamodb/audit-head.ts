import { getItem, updateWhere, type TableAccess } from '@sluice/aws-kit/dynamodb';
import { auditHead, type AuditHeadStore } from '../store/audit-head.ts';
import { auditHeadKey, auditNoteKey } from './keys.ts';

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
    noted: async (call) => auditHead.optional().parse(await getItem(access, auditNoteKey(call))),
    note: async (call, { event, before, expires }) => {
      const noted = await updateWhere(access, {
        Key: auditNoteKey(call),
        UpdateExpression: 'SET version = :version, #hash = :hash, expires = :expires',
        // Its own note may be there already, if its answer was lost.
        ConditionExpression: `${before ? '#hash = :before' : 'attribute_not_exists(#hash)'} OR #hash = :hash`,
        ExpressionAttributeNames: { '#hash': 'hash' },
        ExpressionAttributeValues: {
          ':version': event.version,
          ':hash': event.hash,
          ':expires': Math.ceil(expires.getTime() / 1000),
          ...(before && { ':before': before.hash }),
        },
      });
      return noted !== undefined;
    },
  };
}
