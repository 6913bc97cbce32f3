import { templatesOf, unbundledApp } from './templates.ts';

/** The templates of the default stage, synthesized once for all test files. */
export const templates = templatesOf(unbundledApp());
