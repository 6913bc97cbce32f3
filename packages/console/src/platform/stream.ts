import { EventEmitter } from 'events';

/* yauzl inherits from these when it is loaded. It uses them only to read files and parts, which it does not do here. */

export class Readable extends EventEmitter {}
export class Writable extends EventEmitter {}
export class Transform extends EventEmitter {}
export class PassThrough extends EventEmitter {}
