import '#web/lib/without-eval.ts';
import './theme/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { router } from './router.tsx';
import { startSessionEffects } from './session-effects.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

startSessionEffects(router);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
