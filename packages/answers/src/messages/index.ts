export * from './english.ts';
