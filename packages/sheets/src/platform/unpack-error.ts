/** How bytes are packed: the parts of a zip archive by deflate, a file by gzip, in one member or several. */
export type Packing = 'deflate' | 'gzip';

/** Packed bytes that are not what was packed. */
export class UnpackError extends Error {
  readonly how: 'cut off' | 'broken';

  constructor(how: UnpackError['how']) {
    super(`The packed bytes are ${how}.`);
    this.how = how;
  }
}
