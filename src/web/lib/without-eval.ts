import type { $ZodConfig } from 'zod/v4/core';

// The policy forbids eval, and browsers report even Zod's attempt; it must be set before the first schema is made.
(globalThis as { __zod_globalConfig?: $ZodConfig }).__zod_globalConfig = { jitless: true };
