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
