const errors = new Set(
  '#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A #GETTING_DATA #SPILL! #CONNECT! #BLOCKED! #UNKNOWN! #FIELD! #CALC! #BUSY! #PYTHON!'.split(
    ' ',
  ),
);

/** Whether a cell shows the error of a formula instead of a value. Text files contain the same errors. */
export function isErrorCell(text: string): boolean {
  return text.startsWith('#') && errors.has(text);
}
