import { pause } from '#web/lib/line.ts';

/** On a bad line the logo is asked for again, and pictures must not disappear for that long. */
const LONGEST_WAIT_MS = 2_000;

const picturesReady = (root: HTMLElement) =>
  Promise.race([
    Promise.allSettled([...root.querySelectorAll('img')].map((picture) => picture.decode())),
    pause(LONGEST_WAIT_MS),
  ]);

/** So many frames after it is busy, a button shows its loader. */
const LOADER_FRAMES = 4;

async function loaderShown(): Promise<void> {
  for (let frame = 0; frame < LOADER_FRAMES; frame += 1) await new Promise(requestAnimationFrame);
}

const inputOf = (root: HTMLElement, name: string) => root.querySelector<HTMLInputElement>(`input[name="${name}"]`);

function copyValues(typed: HTMLInputElement[], root: HTMLElement): void {
  for (const { name, value } of typed) {
    const input = inputOf(root, name);
    if (input && value) input.value = value;
  }
}

/**
 * Puts the application in the place of the page that the build wrote, with what was typed there, the focus, and a press of its button.
 * @param root not in the document yet, so that no field is there twice
 */
export async function takeOver(first: HTMLElement, root: HTMLElement): Promise<void> {
  await picturesReady(root);
  const typed = [...first.querySelectorAll('input')];
  if (first.querySelector('form[data-pressed]')) {
    copyValues(typed, root);
    // Sent before it is shown, so that its button is busy from the first frame. `requestSubmit` does nothing outside the document.
    root.querySelector('form')?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
    await loaderShown();
  }
  const focused = typed.find((input) => input === document.activeElement);
  copyValues(typed, root);
  first.replaceWith(root);
  if (!focused) return;
  const input = inputOf(root, focused.name);
  input?.focus({ preventScroll: true });
  input?.setSelectionRange(focused.selectionStart, focused.selectionEnd);
}
