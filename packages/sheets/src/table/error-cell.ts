const errors = new Set(
  '#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A #GETTING_DATA #SPILL! #CONNECT! #BLOCKED! #UNKNOWN! #FIELD! #CALC! #BUSY! #PYTHON!'.split(
    ' ',
  ),
);

/** Whether a cell shows, instead of a value, that its formula failed. It is written so in text files, too. */
export function isErrorCell(text: string): boolean {
  return text.startsWith('#') && errors.has(text);
}
