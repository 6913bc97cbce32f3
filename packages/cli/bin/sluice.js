#!/usr/bin/env node
import { withNode24 } from './with-node-24.js';

await withNode24(import.meta.url, async () => {
  const { main } = await import('../src/program/main.ts');
  await main(process.argv.slice(2));
});
