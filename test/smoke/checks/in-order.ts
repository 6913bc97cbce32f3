import type { Check } from '../check.ts';
import { auditLog, panelLog } from './audit.ts';
import { approval, bounce, drop, refusedDrop, undo } from './drops.ts';
import { migration, schedule } from './migration.ts';

/** What is awaited comes first, and what later checks build on. */
export const inOrder: readonly Check[] = [
  schedule,
  drop,
  refusedDrop,
  approval,
  bounce,
  migration,
  undo,
  auditLog,
  panelLog,
];
