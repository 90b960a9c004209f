const TOGETHER_MS = 500;
const TOGETHER_PX = 12;

interface Press {
  control: Element | null;
  x: number;
  y: number;
  at: number;
}

const controlOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('button, a, input, [role="button"]') : null;

/** Buttons after whose press another control may be in their place. */
const vanishes = (control: Element | null) =>
  control instanceof HTMLButtonElement && (control.type === 'submit' || control.dataset.closes !== undefined);

/** `detail` counts a mouse's presses; for touch, browsers differ. */
const mayBeSecond = ({ pointerType, detail }: PointerEvent) => pointerType !== 'mouse' || detail > 1;

/** Ignores the second press of a double press on a submit or closing button that is gone, so that it does not hit another control. @returns ends it */
export function ignoreStrayPresses(page: Document): () => void {
  let last: Press | undefined;
  const look = (event: PointerEvent) => {
    const press: Press = { control: controlOf(event.target), x: event.clientX, y: event.clientY, at: event.timeStamp };
    const again =
      last !== undefined &&
      mayBeSecond(event) &&
      vanishes(last.control) &&
      !last.control?.isConnected &&
      press.at - last.at < TOGETHER_MS &&
      Math.hypot(press.x - last.x, press.y - last.y) < TOGETHER_PX;
    if (again) {
      event.preventDefault();
      event.stopPropagation();
    } else last = press;
  };
  page.addEventListener('click', look, true);
  return () => page.removeEventListener('click', look, true);
}
