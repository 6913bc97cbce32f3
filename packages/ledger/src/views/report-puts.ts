import type { Run } from '../model/run.ts';

/** How large a file is, by the bytes of the drop, and how many bytes its packed rows have for each of its own. */
const sizes = {
  /** Each row has a status and an id more than the drop. */
  result: { times: 1, moreBytesOfRow: 40, packedTo: 0.35 },
  plan: { times: 6.4, moreBytesOfRow: 0, packedTo: 0.07 },
  undoReport: { times: 0.7, moreBytesOfRow: 0, packedTo: 0.1 },
} as const;

/** An upload of more bytes has several parts. */
const partBytes = 8 * 1024 * 1024;

export interface Reports {
  /** How often the run was reported, or will have been: for each plan that waited for approval, at its end, after its undo. */
  readonly reports: number;
  /** How often somebody was asked to approve its plan. */
  readonly asked: number;
  readonly isUndone: boolean;
}

export function reportsOf({ status, approval, undo }: Run): Reports {
  const asked = approval?.asked ?? 0;
  const isUndone = undo?.reportKey !== undefined;
  const isAsking = status === 'awaiting_approval';
  return { asked, isUndone, reports: asked + (isAsking ? 0 : 1) + (isUndone ? 1 : 0) };
}

/**
 * Puts of all result sheets, plans and undo reports, with their packed rows and with the links in the mails, as by default. A
 * mail links to the plan from the first one on.
 */
export function putsOfReports(run: Run, { reports, asked, isUndone }: Reports): number {
  const link = 1;
  const ofResults = run.resultKey === undefined ? 0 : putsOf(run, 'result') + link;
  const ofPlans = asked === 0 ? 0 : asked * putsOf(run, 'plan') + reports * link;
  const ofUndo = isUndone ? putsOf(run, 'undoReport') + link : 0;
  return (reports - (isUndone ? 1 : 0)) * ofResults + ofPlans + ofUndo;
}

function putsOf({ bytes, reading }: Run, kind: keyof typeof sizes): number {
  const { times, moreBytesOfRow, packedTo } = sizes[kind];
  const fileBytes = bytes * times + (reading?.rows ?? 0) * moreBytesOfRow;
  return putsOfUpload(fileBytes) + putsOfUpload(fileBytes * packedTo);
}

/** A large object is begun, uploaded in parts, and completed. */
function putsOfUpload(bytes: number): number {
  const parts = Math.max(1, Math.ceil(bytes / partBytes));
  return parts === 1 ? 1 : parts + 2;
}
