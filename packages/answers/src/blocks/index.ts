export * from './blocks.ts';
export * from './console-pages.ts';
