import { config } from 'zod/v4/core';

// The page's policy forbids code made of text, and the browser reports even the attempt. A schema made before this line would try.
config({ jitless: true });
