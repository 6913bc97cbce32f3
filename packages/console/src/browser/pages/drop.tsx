export { Drop } from '../drop/drop-page.tsx';
