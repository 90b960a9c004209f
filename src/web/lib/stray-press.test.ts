import { expect, it, vi } from 'vitest';
import { ignoreStrayPresses } from './stray-press.ts';

class Control {
  isConnected = true;
  readonly type: string;
  readonly dataset: { closes?: string };
  constructor(type: string, dataset = {}) {
    this.type = type;
    this.dataset = dataset;
  }
  closest() {
    return this;
  }
}
vi.stubGlobal('Element', Control);
vi.stubGlobal('HTMLButtonElement', Control);

const page = new EventTarget();
const end = ignoreStrayPresses(page as Document);

/** @returns whether the press was passed on */
function press(target: Control, at: number, x = 100, by = { pointerType: 'touch', detail: 1 }): boolean {
  const event = new Event('click', { cancelable: true });
  const facts = { target, timeStamp: at, clientX: x, clientY: 50, ...by };
  for (const [name, value] of Object.entries(facts)) Object.defineProperty(event, name, { value });
  page.dispatchEvent(event);
  return !event.defaultPrevented;
}

it('the second press does not reach a control that replaced the sent form', () => {
  const send = new Control('submit');
  const remove = new Control('button');
  expect(press(send, 1_000)).toBe(true);
  send.isConnected = false;
  expect(press(remove, 1_150)).toBe(false);
  expect(press(remove, 1_300)).toBe(false);
  expect(press(remove, 1_600)).toBe(true);
});

it('the second press does not reach what lay under a sheet that the first one closed', () => {
  const close = new Control('button', { closes: 'true' });
  expect(press(close, 1_700, 300)).toBe(true);
  close.isConnected = false;
  expect(press(new Control('submit'), 1_850, 300)).toBe(false);
});

it.each<[string, (send: Control) => [Control, number, number?]]>([
  ['the form is still there', (send) => [send, 2_100]],
  ['it is somewhere else', () => [new Control('button'), 2_100, 300]],
  ['it is later', () => [new Control('button'), 2_700]],
])('any other press is passed on: %s', (what, next) => {
  const send = new Control('submit');
  press(send, 2_000);
  send.isConnected = what === 'the form is still there';
  expect(press(...next(send))).toBe(true);
});

it('the second click of a mouse is blocked, and a separate click is passed on', () => {
  const send = new Control('submit');
  const mouse = (detail: number) => ({ pointerType: 'mouse', detail });
  press(send, 4_000, 100, mouse(1));
  send.isConnected = false;
  expect(press(new Control('button'), 4_100, 100, mouse(2))).toBe(false);
  expect(press(new Control('button'), 4_200, 100, mouse(1))).toBe(true);
});

it('a press after a removed button that did not submit a form is passed on', () => {
  const page = new Control('button');
  press(page, 3_000);
  page.isConnected = false;
  expect(press(new Control('button'), 3_100)).toBe(true);
  end();
});
