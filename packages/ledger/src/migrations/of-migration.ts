/** The step of a migration that began a run, and by which settings: there is no folder of the inbox that says them. */
export interface OfMigration {
  readonly migrationId: string;
  readonly name: string;
  /** When the migration was due: ISO 8601. */
  readonly scheduledAt: string;
  /** From 1. */
  readonly step: number;
  readonly profile?: string | undefined;
  readonly schema?: string | undefined;
  readonly lookup?: string | undefined;
  /** Of a workbook. */
  readonly sheet?: string | undefined;
  /** The run ends with its dry run. */
  readonly dryRun?: true | undefined;
}
