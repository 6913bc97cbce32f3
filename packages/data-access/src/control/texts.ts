import { isPlainText } from '@sluice/contract';
import * as z from 'zod';

/** Text for people: control characters and malformed UTF-16 are refused. */
export const textInput = (length: number) =>
  z.string().max(length).refine(isPlainText, 'expected well-formed text, without control characters');

export const named = textInput(200).trim().min(1);
