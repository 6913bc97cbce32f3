import { templatesOf, unbundledApp } from './templates.ts';

/** The templates of the default stage with every alarm, synthesized once for all test files. */
export const templates = templatesOf(unbundledApp({ monitoring: 'full' }));
