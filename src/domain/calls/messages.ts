import { z } from 'zod';

export const withMessage = <T extends z.ZodRawShape>(schema: z.ZodObject<T>) => schema.extend({ message: z.string() });

export const messageOnly = z.object({ message: z.string() });
