import './theme/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod/v4/core';
import { App } from './app.tsx';
import { router } from './router.tsx';
import { startSessionEffects } from './session-effects.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// The page's policy forbids code made of text, and the browser reports even the attempt. Schemas come with the screens, later.
config({ jitless: true });

startSessionEffects(router);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
