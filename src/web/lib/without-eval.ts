import type { $ZodConfig } from 'zod/v4/core';

// The page's policy forbids code made of text, and the browser reports even the attempt. Zod finds this when it comes, with
// the first screen that checks something: a schema made before would try.
(globalThis as { __zod_globalConfig?: $ZodConfig }).__zod_globalConfig = { jitless: true };
