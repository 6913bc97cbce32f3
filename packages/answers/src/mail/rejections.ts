import { runMail, type RunMailMessages } from '../messages/run-mail.ts';

/** Reasons for which a file was not taken, by what the subject says of them. */
const codes: Readonly<Record<keyof RunMailMessages['rejection'], readonly string[]>> = {
  empty: ['empty_sheet', 'empty_workbook'],
  noRows: ['no_rows'],
  password: ['with_password'],
  tooLarge: [
    'file_too_large',
    'unpacked_too_large',
    'packed_too_tightly',
    'too_many_texts',
    'too_much_text',
    'too_many_rows',
  ],
  severalSheets: ['which_sheet', 'too_many_sheets'],
  noSuchSheet: ['no_such_sheet'],
  header: ['unclear_header', 'wrong_header_row', 'no_known_column'],
  end: ['unclear_end', 'total_between', 'second_table', 'group_rows', 'table_beside'],
  allFiltered: ['every_row_filtered'],
  unknownColumns: ['unknown_columns'],
  missingColumns: ['missing_columns'],
  twinColumns: ['twin_columns', 'twin_names', 'shared_lookup'],
  constantColumn: ['constant_column'],
  ids: ['id_column'],
  lookupColumn: ['lookup_column'],
  folder: ['no_folder', 'no_lookup_folder', 'unknown_folder', 'unknown_schema', 'unknown_lookup'],
  profileNeeded: ['profile_needed'],
  paused: ['profile_paused'],
  profileUnusable: ['profile_unusable', 'profile_unfit'],
  fileName: ['wrong_file_name'],
  deleted: ['file_deleted'],
  tooSlow: ['reading_too_slow', 'slow_patterns'],
  unreadable: ['unreadable_file'],
  dryRun: ['batch_not_passed'],
};

const byCode = new Map(
  (Object.keys(codes) as (keyof typeof codes)[]).flatMap((why) =>
    codes[why].map((code) => [code, why] as const),
  ),
);

/** Why a file was not taken, in a few words; undefined for a reason that has none of its own. */
export function rejectionOf(reasons: readonly string[] = [], says = runMail): string | undefined {
  const why = reasons.map((code) => byCode.get(code)).find((known) => known !== undefined);
  return why && says.rejection[why];
}

export const rejectionCodes: readonly string[] = [...byCode.keys()];
