import { showDay } from '#domain/calendar.ts';
import type { Field } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';

/** An element that either test runner can click and fill. */
export interface Target {
  click(): Promise<unknown>;
  fill(text: string): Promise<unknown>;
  getByText(text: string, options: { exact: boolean }): Target;
}

interface Surface {
  byRole(role: 'combobox' | 'option', options: { name: string | RegExp; exact?: boolean }): Target;
  by(selector: string): Target;
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

async function pick({ byRole }: Surface, field: Field, option: string): Promise<void> {
  const input = byRole('combobox', { name: new RegExp(`^${literally(field.label)}`) });
  await input.click();
  await input.fill(option);
  await byRole('option', { name: option, exact: true }).click();
}

async function fillField(on: Surface, name: string, field: Field, value: unknown): Promise<void> {
  const input = on.by(`input[name="${name}"], textarea[name="${name}"]`);
  const answer = (label: string) => on.by(`[id="${name}"]`).getByText(label, { exact: true }).click();
  switch (field.kind) {
    case 'text':
    case 'number':
      if (field.catalog) return pick(on, field, String(value));
      await input.fill(String(value).replace('.', field.kind === 'number' ? ',' : '.'));
      return;
    case 'date':
      await input.fill(showDay(String(value)));
      return;
    case 'choice':
      await answer(field.options.find((option) => option.value === value)?.label ?? '');
      return;
    case 'flag':
      if (field.yesNo) await answer(value ? 'Sí' : 'No');
      else if (value) await on.by(`[id="${name}"]`).click();
      return;
    default:
      return pick(on, field, String(value));
  }
}

/** Fills in a form in field order; values are flat. */
export async function fillFields(
  on: Surface,
  definition: RecordDefinition,
  values: Record<string, unknown>,
): Promise<void> {
  for (const [name, field] of Object.entries(definition.fields))
    if (values[name] !== undefined && values[name] !== '' && values[name] !== null)
      await fillField(on, name, field, values[name]);
}
