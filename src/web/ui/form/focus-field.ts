let quiet = false;

/** Whether the focus that is being set must not open a list of options. */
export const isFocusedQuietly = (): boolean => quiet;

/**
 * Focuses the field of an API path (`nombre`, `esquema.0.dosis`), found by `data-path`, `name` or `id`. A list of options stays closed, unless
 * `opensList`, because it would cover the field's own problem, the next fields and the notice of a save. @returns whether the field exists
 */
export function focusField(path: string, opensList = false): boolean {
  const quoted = CSS.escape(path);
  const field =
    document.querySelector<HTMLElement>(`main [data-path="${quoted}"]`) ??
    document.querySelector<HTMLElement>(`main [name="${quoted}"]:not([type="hidden"])`) ??
    document.getElementById(path);
  if (!field) return false;
  const focusable = 'input:not([type="hidden"]), select, textarea, button';
  const target = field.matches(focusable) ? field : (field.querySelector<HTMLElement>(focusable) ?? field);
  quiet = !opensList;
  target.focus();
  quiet = false;
  target.scrollIntoView({ block: 'center' });
  return true;
}
