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

// The page of `/` can be read before this runs: it gives way in the moment in which the screen is there.
const first = document.getElementById('first');
if (first) {
  root.hidden = true;
  const stop = router.subscribe('onRendered', () => {
    stop();
    first.remove();
    root.hidden = false;
  });
}

startSessionEffects(router);
ignoreStrayPresses(document);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
