import '#web/lib/trusted-text.ts';
import '#web/lib/without-eval.ts';
import '#web/theme/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ignoreStrayPresses } from '#web/lib/stray-press.ts';
import { App } from './app.tsx';
import { router } from './router.tsx';
import { startSessionEffects } from './session-effects.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

startSessionEffects(router);
ignoreStrayPresses(document);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
