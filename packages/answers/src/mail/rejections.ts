/** What the subject says of a file that was not taken, for the codes of its reasons. */
const words: readonly (readonly [says: string, codes: readonly string[]])[] = [
  ['the file is empty', ['empty_sheet', 'empty_workbook']],
  ['it has no rows', ['no_rows']],
  ['the file has a password', ['with_password']],
  [
    'the file is too large',
    [
      'file_too_large',
      'unpacked_too_large',
      'packed_too_tightly',
      'too_many_texts',
      'too_much_text',
      'too_many_rows',
    ],
  ],
  ['it has several sheets', ['which_sheet', 'too_many_sheets']],
  ['it has no sheet of that name', ['no_such_sheet']],
  ['its header is unclear', ['unclear_header', 'wrong_header_row', 'no_known_column']],
  [
    'it is unclear where its table ends',
    ['unclear_end', 'total_between', 'second_table', 'group_rows', 'table_beside'],
  ],
  ['the profile leaves out every row', ['every_row_filtered']],
  ['it has unknown columns', ['unknown_columns']],
  ['it lacks columns', ['missing_columns']],
  ['two columns mean the same', ['twin_columns', 'twin_names', 'shared_lookup']],
  ['a column does not fit the profile', ['constant_column']],
  ['it has ids of records', ['id_column']],
  ['the column is missing that finds the records', ['lookup_column']],
  [
    'it is in the wrong folder',
    ['no_folder', 'no_lookup_folder', 'unknown_folder', 'unknown_schema', 'unknown_lookup'],
  ],
  ['its folder has no profile', ['profile_needed']],
  ['its profile is paused', ['profile_paused']],
  ['its profile cannot be used', ['profile_unusable', 'profile_unfit']],
  ['its name does not fit the profile', ['wrong_file_name']],
  ['the file was deleted', ['file_deleted']],
  ['it takes too long to read', ['reading_too_slow', 'slow_patterns']],
  ['it cannot be read', ['unreadable_file']],
  ['its dry run did not pass', ['batch_not_passed']],
];

const byCode = new Map(words.flatMap(([says, codes]) => codes.map((code) => [code, says])));

/** Why a file was not taken, in a few words; undefined for a reason that has none of its own. */
export const rejectionOf = (codes: readonly string[] = []): string | undefined =>
  codes.map((code) => byCode.get(code)).find((says) => says !== undefined);

export const rejectionCodes: readonly string[] = [...byCode.keys()];
