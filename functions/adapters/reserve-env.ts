import { z } from 'zod';

/** Per cent of the service's hourly limit that the flow leaves to others who use its token; read as a part, from 0 to 0.9. */
export const reserveEnv = z
  .string()
  .regex(/^([0-8]?[0-9]|90)$/, 'expected per cent, from 0 to 90')
  .transform((text) => Number(text) / 100);
