import type { Case } from './case.ts';
import { dates } from './cases/dates.ts';
import { numbers } from './cases/numbers.ts';
import { refused } from './cases/refused.ts';
import { shapes } from './cases/shapes.ts';
import { sheets } from './cases/sheets.ts';
import { texts } from './cases/texts.ts';

export const cases: readonly Case[] = [...texts, ...numbers, ...dates, ...shapes, ...sheets, ...refused];
