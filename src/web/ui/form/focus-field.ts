let quiet = false;

/** Whether the focus that is being set must not open a list of options. */
export const isFocusedQuietly = (): boolean => quiet;

/** As {@link focusField}, without opening a list of options, which would cover the notice of a save. */
export function focusFieldQuietly(path: string): void {
  quiet = true;
  focusField(path);
  quiet = false;
}

/** Focuses the field of an API path (`nombre`, `esquema.0.dosis`), found by `data-path`, `name` or `id`. @returns whether it exists. */
export function focusField(path: string): boolean {
  const quoted = CSS.escape(path);
  const field =
    document.querySelector<HTMLElement>(`main [data-path="${quoted}"]`) ??
    document.querySelector<HTMLElement>(`main [name="${quoted}"]:not([type="hidden"])`) ??
    document.getElementById(path);
  if (!field) return false;
  const focusable = 'input:not([type="hidden"]), select, textarea, button';
  const target = field.matches(focusable) ? field : (field.querySelector<HTMLElement>(focusable) ?? field);
  target.focus();
  target.scrollIntoView({ block: 'center' });
  return true;
}
