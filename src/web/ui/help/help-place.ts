export const helpButtonId = (name: string) => `${name}-ayuda`;

const buttonOf = (name: string) => document.getElementById(helpButtonId(name));

/** The element whose keys concern this explanation: the field, or the group around the "?". */
export const helpedElement = (name: string): HTMLElement | null =>
  document.getElementById(name) ?? buttonOf(name)?.closest<HTMLElement>('fieldset, [role="group"]') ?? null;

/** Gives the focus back to the field, or to the "?" of a group. */
export function focusHelped(name: string): void {
  const field = document.getElementById(name);
  const inner = field?.querySelector<HTMLElement>('input:checked') ?? field?.querySelector<HTMLElement>('input');
  (inner ?? field ?? buttonOf(name))?.focus({ preventScroll: true });
}
