/** What is loaded with the first file that is no UTF-8. */
export { pageDecoder } from './page-decoder.ts';
export { recognize } from '../pages/recognize.ts';
