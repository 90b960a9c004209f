import { expect, type Page } from '@playwright/test';
import { showDay } from '#domain/calendar.ts';
import type { Field } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

async function pick(page: Page, field: Field, option: string): Promise<void> {
  const input = page.getByRole('combobox', { name: new RegExp(`^${literally(field.label)}`) });
  await input.click();
  await input.fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function answer(page: Page, name: string, label: string): Promise<void> {
  await page.locator(`[id="${name}"]`).getByText(label, { exact: true }).click();
}

async function fillField(page: Page, name: string, field: Field, value: unknown): Promise<void> {
  const input = page.locator(`input[name="${name}"], textarea[name="${name}"]`);
  switch (field.kind) {
    case 'text':
    case 'number':
      if (field.catalog) return pick(page, field, String(value));
      return input.fill(String(value).replace('.', field.kind === 'number' ? ',' : '.'));
    case 'date':
      return input.fill(showDay(String(value)));
    case 'choice':
      return answer(page, name, field.options.find((option) => option.value === value)?.label ?? '');
    case 'flag': {
      if (field.yesNo) return answer(page, name, value ? 'Sí' : 'No');
      if (!value) return;
      const tile = page.locator(`[id="${name}"]`);
      await tile.click();
      return expect(tile).toBeChecked();
    }
    default:
      return pick(page, field, String(value));
  }
}

/** Fills in a form as a person does, field by field in its order; values are flat. */
export async function fillForm(
  page: Page,
  definition: RecordDefinition,
  values: Record<string, unknown>,
): Promise<void> {
  for (const [name, field] of Object.entries(definition.fields))
    if (values[name] !== undefined && values[name] !== '' && values[name] !== null)
      await fillField(page, name, field, values[name]);
}
