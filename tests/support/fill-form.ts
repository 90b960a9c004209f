import type { Page } from '@playwright/test';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { fillFields } from './fill-fields.ts';

/** Fills in a form as a person does, field by field in its order; values are flat. */
export const fillForm = (page: Page, definition: RecordDefinition, values: Record<string, unknown>): Promise<void> =>
  fillFields(
    { byRole: (role, options) => page.getByRole(role, options), by: (selector) => page.locator(selector) },
    definition,
    values,
  );
