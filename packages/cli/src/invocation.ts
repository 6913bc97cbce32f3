import type { ActOptions } from './commands/act.ts';
import type { AuditExportOptions } from './commands/audit-export.ts';
import type { AuditVerifyOptions } from './commands/audit-verify.ts';
import type { CallOptions } from './commands/call.ts';
import type { ControlOptions } from './commands/control.ts';
import type { DropOptions } from './commands/drop.ts';
import type { HistoryOptions } from './commands/history.ts';
import type { LocalOptions } from './commands/local.ts';
import type { MigrateOptions } from './commands/migrate.ts';
import type { MigrationsOptions } from './commands/migrations.ts';
import type { PlanOptions } from './commands/plan.ts';
import type { ProfileOptions } from './commands/profile.ts';
import type { ReadOptions } from './commands/read.ts';
import type { RedriveOptions } from './commands/redrive.ts';
import type { RunOptions } from './commands/run.ts';
import type { RunsOptions } from './commands/runs.ts';
import type { ScheduleOptions } from './commands/schedule.ts';

/** Which command takes what. */
export interface CommandOptions {
  readonly local: LocalOptions;
  readonly plan: PlanOptions;
  readonly read: ReadOptions;
  readonly profile: ProfileOptions;
  readonly drop: DropOptions;
  readonly runs: RunsOptions;
  readonly run: RunOptions;
  readonly act: ActOptions;
  readonly redrive: RedriveOptions;
  readonly migrations: MigrationsOptions;
  readonly migrate: MigrateOptions;
  readonly schedule: ScheduleOptions;
  readonly call: CallOptions;
  readonly control: ControlOptions;
  readonly history: HistoryOptions;
  readonly 'audit-verify': AuditVerifyOptions;
  readonly 'audit-export': AuditExportOptions;
}
export type CommandName = keyof CommandOptions;

export interface InvocationOf<Name extends CommandName> {
  readonly command: Name;
  readonly options: CommandOptions[Name];
}
/** A command with its options. */
export type Invocation = { [Name in CommandName]: InvocationOf<Name> }[CommandName];

export type Format = 'text' | 'json';
