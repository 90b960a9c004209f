import { pause } from '#web/lib/line.ts';

/** On a bad line the logo is asked for again, and pictures must not disappear for that long. */
const LONGEST_WAIT_MS = 2_000;

const picturesReady = (root: HTMLElement) =>
  Promise.race([
    Promise.allSettled([...root.querySelectorAll('img')].map((picture) => picture.decode())),
    pause(LONGEST_WAIT_MS),
  ]);

/**
 * Puts the application in the place of the page that the build wrote, with what was typed there, the focus, and a press of its button.
 * @param root not in the document yet, so that no field is there twice
 */
export async function takeOver(first: HTMLElement, root: HTMLElement): Promise<void> {
  await picturesReady(root);
  const typed = [...first.querySelectorAll('input')];
  const focused = typed.find((input) => input === document.activeElement);
  const pressed = first.querySelector('form[data-pressed]') !== null;
  first.replaceWith(root);
  for (const { name, value, selectionStart, selectionEnd } of typed) {
    const input = root.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (!input) continue;
    if (value) input.value = value;
    if (name !== focused?.name) continue;
    input.focus({ preventScroll: true });
    input.setSelectionRange(selectionStart, selectionEnd);
  }
  if (pressed) root.querySelector('form')?.requestSubmit();
}
