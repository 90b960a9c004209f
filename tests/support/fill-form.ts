import type { Page } from '@playwright/test';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { fillFields } from './fill-fields.ts';

export const fillFormOnPage = (
  page: Page,
  definition: RecordDefinition,
  values: Record<string, unknown>,
): Promise<void> =>
  fillFields(
    { byRole: (role, options) => page.getByRole(role, options), by: (selector) => page.locator(selector) },
    definition,
    values,
  );
