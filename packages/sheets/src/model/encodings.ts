/** The encodings that can be stated: those of the WHATWG list that Node and browsers read, by their names there, and three of DOS. */
export const encodings = [
  'utf-8', 'utf-16le', 'utf-16be', 'windows-1252',
  'windows-1250', 'windows-1251', 'windows-1253', 'windows-1254', 'windows-1255', 'windows-1256', 'windows-1257',
  'windows-1258', 'windows-874', 'iso-8859-2', 'iso-8859-3', 'iso-8859-4', 'iso-8859-5', 'iso-8859-6', 'iso-8859-7',
  'iso-8859-8', 'iso-8859-8-i', 'iso-8859-10', 'iso-8859-13', 'iso-8859-14', 'iso-8859-15', 'macintosh',
  'x-mac-cyrillic', 'koi8-r', 'koi8-u', 'ibm866', 'cp437', 'cp850', 'cp852', 'shift_jis', 'euc-jp', 'iso-2022-jp',
  'euc-kr', 'gbk', 'gb18030', 'big5',
] as const; // prettier-ignore

export type Encoding = (typeof encodings)[number];

/** Those in which a character has one byte or more, other than UTF-8. */
export type Page = Exclude<Encoding, 'utf-8' | 'utf-16le' | 'utf-16be'>;

const names: Partial<Record<Encoding, string>> = {
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
  macintosh: 'Mac Roman',
  'x-mac-cyrillic': 'Mac Cyrillic',
  shift_jis: 'Shift_JIS',
  ibm866: 'code page 866',
  cp437: 'code page 437',
  cp850: 'code page 850',
  cp852: 'code page 852',
  big5: 'Big5',
};

/** As people write it: `Windows-1250`, `ISO-8859-2`. */
export const encodingName = (encoding: Encoding): string =>
  names[encoding] ??
  encoding
    .replace('windows', 'Windows')
    .replace(/^(?:utf|iso|euc|koi|gb)[\w-]*$/u, (name) => name.toUpperCase());
