/**
 * Why a row, a record or a sheet was not taken, and why a run or a migration ended, by code: what follows the name of the field and its value, so that both
 * make sentences. `docs/reasons.md` has an example of each. A text without a name before it begins with a capital. Why a
 * file cannot be read is in `sheets/file-reasons.ts`.
 */

/** Of a record alone. The service states them, and the plan of a sheet states them before anything is sent. */
export const recordReasons = {
  lookup_blank: 'is blank. It is needed to find the record.',
  required_blank: 'is blank. A new {schema} needs one.',
  not_clearable: 'is blank, but this field cannot be cleared. Write a value.',
  not_text: 'is not a text. Write it in quotes.',
  too_long: 'has {length} characters. Write at most {most}.',
  control_characters: 'has a character that cannot be stored, such as a control character. Type it again.',
  not_email: 'is not an e-mail address. Write one such as `name@example.com`.',
  not_timezone: 'is not a time zone. Write one such as `Europe/Berlin`.',
  not_language: 'is not a language code. Write one such as `en` or `pt-BR`.',
  not_allowed: 'is not an allowed value. Write {values}.',
  not_date: 'is not a date. Write it as `2026-01-31`, or with time and zone as `2026-01-31T09:30:00Z`.',
  not_boolean: 'is neither true nor false. Write `true` or `false`.',
  not_whole_number: 'is not a whole number. Write one such as `12`.',
  not_number: 'is not a number. Write one such as `1234.5`.',
  not_list: 'is not a list of texts. Write one such as `["a", "b"]`.',
  too_many_entries: 'has {count} entries. Write at most {most}.',
  wrong_entry: 'has an entry that cannot be stored. Write texts of 1 to {most} characters.',
  set_by_service: 'is set by the service. Leave it out.',
  id_needs_lookup: 'is set by the service. Leave it out, or find the records by `id`.',
  unknown_field: 'is not a field of {schema}. Its fields are {fields}.',
  field_twice: 'is the field {field}, which the record has under another name too. Send it once.',
  too_many_fields: 'is in a record of {count} fields. Send at most {most}.',
  repeated_in_request: 'is also in record {record}. Each record of a set needs a value of its own.',
} as const;

/** Of a record beside those that are stored. Only the service states them. */
export const storeReasons = {
  id_unknown: 'is not the id of any {schema}. By id, records can only be updated.',
  several_records: 'is in {count} records, with the ids {ids}. Write a value that only one record has.',
  other_type: 'is in record {id}, which is a {type} and not a {wanted}. Import it as a {type}.',
  reference_unknown: 'names an unknown {target}{which}. Write {ways} of an existing one.',
  reference_incomplete:
    'names {target} without {by}{which}. It has the id {id}. Write {ways} of another one.',
  reference_ambiguous: 'names {count} records{which}: {ids}. Write the {by} of one.',
  not_unique: 'is already in another {schema}. Write a value that no other one has.',
  list_unknown: 'is not the name of a list. Write `ListItem.` with the name of a list of this site.',
  too_large: 'has {bytes} bytes in all fields together. A record can have {most}.',
  busy: 'was being written by others at that moment. Import it again.',
  changed_meanwhile:
    'was changed by somebody else meanwhile, so it was not written. Look at it, and import it again if needed.',
  exists_already:
    'exists already, so it was not written. Look at it, and import it again if it is to be changed.',
  does_not_exist:
    'does not exist, so it was not written. Correct the value by which it is found, or import it as a new one.',
} as const;

/** Of a sheet as a whole, which does not fit its settings. */
export const wholeSheetReasons = {
  no_rows: 'There is no row below the header in row {row}. Write one row for each record.',
  every_row_filtered:
    'The profile filters out every row ({rows} of {rows}).{unseen} Change its filter, or drop another sheet.',
  no_known_column:
    'No column is named like a field of {schema}, so the header row may be missing. Name the columns like the fields: {fields}.',
  unknown_columns:
    '{which} of {schema}: {columns}. Remove what is not needed. A profile can `ignore` a column, or map it to a field. The fields are {fields}.',
  missing_columns:
    'The sheet lacks {what} that the profile "{profile}" names: {columns}.{others} Add {them}, or change the profile to the names of this sheet.{hint}',
  twin_columns: '{columns} mean the same field, {field}. Keep one of them.',
  twin_names:
    'Several columns are named "{name}", which the profile reads by its name. Give each column a name of its own.',
  shared_lookup:
    'Several records of a row are found by "{name}", as {field}. Give each record a column of its own to be found by.',
  constant_column:
    '{column} means the field {field}, which the profile sets for every row. Remove the column, or the constant of the profile.',
  id_column:
    '"{name}" has the ids of records, which the service sets. Remove the column, or find the records by id instead of {lookup}.',
  lookup_column:
    'No column has the field {lookup}, by which the records are found. Add a column named {lookup}.',
  slow_patterns:
    'The patterns of the profile take more than {most} steps. Write simpler ones, or split the file.',
  no_template:
    'The profile reads text of fixed widths, which has no template. Take a profile of a sheet with columns, or use `--schema`.',
} as const;

/** Of a row as it is in its sheet. */
export const sheetReasons = {
  wrong_cells: 'This row has {cells}, but the header has {width}.{fits}',
  beyond_widths:
    'This row goes on after character {most}, where the last column ends. Correct the places of the columns in the profile, or the row.',
  text_grows: 'becomes longer than {most} characters. Shorten it, or change the profile.',
  row_too_large: 'This row makes {bytes} bytes, but one request takes {most}. Shorten its texts.',
  no_header: 'has a value, but no header. Name the column, or clear it.',
  lost_digits: 'has lost digits in a spreadsheet program. Format the column as text, and enter it again.',
  empty_word: 'is a word for no value. Clear the cell; a profile can make such words blank with `map`.',
  failed_formula: 'is a formula that failed. Repair it, or write the value.',
  not_yes_or_no: 'is neither yes nor no. Write `yes` or `no`; a profile can translate other words.',
  excel_serial: 'is an Excel serial number; format the column as a date.',
  short_year: 'has a year of two digits. Write four, as in `2026-01-31`.',
  no_such_day: 'is a day that the calendar does not have. Correct the day or the month.',
  no_time_zone: 'has a time without a zone. Write it as `2026-01-31T09:30:00Z`; a profile can name the zone.',
  unclear_date: 'can be read in two ways. {doubt} Write it as `2026-01-31`, or add {setting} to the profile.',
  unclear_number: 'can be read in two ways. {doubt} Write it as `1234.5`, or add {setting} to the profile.',
  not_separated: 'is not a list of texts of 1 to {most} characters. Separate them by `;`.',
  repeated: 'is also in row {row}. Keep one of the rows, or make both equal.',
  repeated_in_row: 'is also in {column} of this row. Each record of a row needs its own.',
  not_in_map: 'is not among the values of the profile. Write {values}.',
  no_match: 'does not match the pattern `{pattern}` of the profile. Correct the value or the pattern.',
  not_amount: 'is not an amount. Write it as `{example}`, alone or with one currency.',
  not_phone:
    'is not one phone number of {country}: {why}. Write a full number, or one that begins with its country, such as `+49`.',
  phone_extension: 'has an extension, which cannot be stored. Leave it out.',
  not_one_email: 'is not one e-mail address. Write `name@example.com` or `Name <name@example.com>`.',
  not_in_format: 'is not a date in the format of the profile, `{format}`. Write one such as `{example}`.',
  no_such_time: 'has a time that no day has. Write one from `00:00:00` to `23:59:59`.',
  wrong_weekday: 'names the wrong weekday for {day}. Correct one of the two.',
  not_serial: 'is not a serial number of a day, such as `46053`. Correct it, or remove the step `excelDate`.',
  already_date: 'is already a date. Remove the step `excelDate` from the profile.',
  not_computed: 'cannot be computed: {why}.',
  not_filtered: 'cannot be compared with the filter of the profile: {why}.',
} as const;

/** What became of a row after it was sent, or why it was not sent again. */
export const runReasons = {
  landed_already: 'This row is as it landed in run {run}, so it was not sent again.',
  as_exported: 'This row is as exported, so it was not sent.',
  changed_since_export:
    'would replace what somebody wrote after the export, `{stored}`. Write that to keep it, or clear the Reference of this row to write yours.',
  deleted_since_export:
    'finds no record: it was deleted or changed after the export. Remove the row, or clear its Reference to import it as a new one.',
  /** In the words of another service. */
  refused_by_service: '{text}',
  batch_refused: 'The service refused the batch of this row as a whole: {text}',
  not_checked:
    'Not checked: the service refused each check with this row, and no more were made. It answered: {text}',
  not_sent: 'This row was not sent: {why}. Upload it again.',
  no_answer: 'No answer came for this row, and it was not sent again: {why}. Look it up in the service.',
  maybe_written: 'An earlier attempt without an answer may have written this row. The last one did not{why}',
  half_way:
    'The import of this row ended with an error, and may have written it. The service answered: {text}',
  not_written: 'The service could not write this row. Look at its import in the service.',
  outcome_unknown: 'It is unknown whether this row was written. Look at its import in the service.',
  reverted: 'The import of this row was reverted in the service. Upload it again if it is still needed.',
  decided: 'A person decided that this row was not written. Upload it again if it is still needed.',
  erased: 'The values of this row were erased.',
} as const;

/** Why an undo left a record as it is. */
export const undoReasons = {
  changed_since:
    'Somebody changed this record after the import, so it was kept. Change it by hand if needed.',
  changed_during:
    'Somebody changed this record while the import ran, so it was kept. Change it by hand if needed.',
  list_in_use: 'This list has items that are not undone, so it was kept. Delete them first, then the list.',
  record_missing: 'This record is not there any more. Create it by hand if needed.',
  values_not_kept: 'The values of this record before the import are not kept. Change it by hand.',
  value_taken: 'The earlier value of "{field}" belongs to record {id} by now. Change one of the two by hand.',
  kept_changing: 'Others kept changing this record while it was undone. Change it by hand.',
  undo_refused: 'The service did not undo the import of this row: {text}',
  undo_unfinished: 'The service did not finish the undo within a day. Look at the import in the service.',
  undo_not_offered:
    'Sluice cannot undo imports here, since its settings have no `service.revertUrl`. Change the record by hand.',
  unresolved_attempt:
    'An attempt without an answer may have written this row, and its importId is not known. Look in the service for an import with `[run {run} batch {batch}` in its name.',
} as const;

/** Of a run as a whole: why its file was not taken, why it waits for a person, and how it ended. */
export const wholeRunReasons = {
  no_folder: 'The file is in no folder that names a schema or a profile. {rule}',
  no_lookup_folder:
    'The folder "{folder}" is a schema, so it needs exactly one folder below it: the lookup. {rule}',
  unknown_folder: 'The folder "{folder}" is neither a schema nor a saved profile. {rule}',
  profile_needed:
    'This folder has no profile, and here only folders with a profile take drops. Ask whoever keeps the profiles, and drop the file in `inbox/<profile>/`.',
  unknown_schema: 'There is no schema "{schema}". Write one of {schemas}.',
  unknown_lookup: '"{lookup}" is no lookup of {schema}. Write one of {lookups}.',
  profile_paused:
    'The profile "{profile}" is paused. Resume it with `npx sluice profiles resume {profile}`, and drop the file again.',
  profile_unusable: '{profile} cannot be used: {why}',
  profile_unfit: '{profile} does not fit {schema}: {why}.',
  wrong_file_name: '{what} The profile sets {field} from it.',
  file_deleted: 'The file was deleted before it could be read. Drop it again.',
  file_encrypted:
    'The file is encrypted with a KMS key that Sluice may not use. Drop it again without that key, or ask whoever deploys Sluice to add the key to `kmsKeys` in the settings of the stage.',
  program_changed: 'Sluice itself was changed while it read this file. Nothing was written. Drop it again.',
  unreadable_file:
    'Sluice cannot read this file. Nothing was written. Save it in another format, such as "CSV UTF-8", and report this to your Sluice administrators.',
  reading_too_slow:
    'The file could not be read within {minutes} minutes. Nothing was written. Split it into several files.',
  reading_failed:
    'Sluice failed several times to read the file, for internal reasons. Nothing was written. Drop the file again.',
  newer_version: 'Run {run} has imported a newer version of this file.',
  wrong_rows:
    '{wrong} of {rows} {are} wrong, and nothing is written unless every row passes. Correct them in the result sheet, and drop it again.',
  wrong_rows_of_step:
    '{wrong} of {rows} {are} wrong, and nothing is written unless every row passes. Correct them in the file of this step, and start the migration again.',
  batch_not_passed: 'Batch {batch} did not pass its dry run: {why}. Drop the file again once that is solved.',
  dry_run_only: 'This was a dry run: every row passed, and nothing was written.',
  approval_required: 'The profile requires approval of every run.',
  too_many_wrong: '{counted} were refused or not checked, but {most} without approval.',
  too_many_changed: '{counted} would change, but {most} without approval.',
  too_many_deleted: '{counted} would be deleted, but {most} without approval.',
  too_many_warned: '{counted} have a warning, but {most} without approval.',
  history_restored:
    'The history was restored from a backup, and has nothing from {from} to {until}. In that time this file may have been imported, cancelled or undone.',
  later_file_landed:
    'Run {run} has imported a file that was dropped into this folder after this one, whose event came late. This one may write older values over newer ones.',
  plan_changed: 'What the run would write has changed since {by} approved it. Read the new plan.',
  second_person: 'Somebody who neither dropped nor corrected the file must approve it.',
  rows_unknown: 'For {rows} the outcome is unknown.{batch} Check the imports in the service and decide.',
  rows_not_written: '{which}. The result sheet gives the reasons.',
  run_cancelled: 'Cancelled by {by} {when}. {sent}',
} as const;

/** Of a start of a migration, and of its steps. */
export const migrationReasons = {
  definition_missing: '{file} no longer existed when the migration was due. Upload it, and start it again.',
  definition_unusable: '{file} cannot be used. {mistakes}',
  definition_changed:
    '{file} could not be used when the migration was due. It was changed since, so start it again.',
  migration_paused: 'It was paused. {next}',
  start_too_late:
    'It was due at {due}, and could begin only at {begun}. That is later than the {within} of `startWithin`. Nothing was written.',
  start_overlaps: 'The start of {due} was still {status}, and `ifRunning` says `skip`. Nothing was written.',
  start_cancelled: 'Cancelled by {by} before it began. Nothing was written.',
  migration_cancelled: 'Cancelled by {by} {where}. What its runs had written stays written.',
  step_failed: 'Step {step} failed. {why}',
  step_partly: 'Some rows of run {run} did not land. Look at it with `npx sluice run {run}`.',
  step_without_file: 'There is no file {place}. Upload one, if it is needed.',
  step_too_many_files:
    'There are more than {most} files below {place}, the most that one step may have. Move them into several folders, with a step for each.',
  step_not_readable:
    'Migrations may not read {place}. Add it to `migrations.sources` in the settings of the stage.',
  references_unchecked: 'Not checked: references to the records of {steps}, which did not all pass.{doubt}',
  migration_not_undone: 'Sluice cannot undo it: add `service.revertUrl` to the settings of the stage.',
} as const;

export const reasonTexts = {
  ...recordReasons,
  ...storeReasons,
  ...wholeSheetReasons,
  ...sheetReasons,
  ...runReasons,
  ...undoReasons,
  ...wholeRunReasons,
  ...migrationReasons,
} as const;

export type ReasonCode = keyof typeof reasonTexts;

export const reasonCodes = Object.keys(reasonTexts) as ReasonCode[];
