import { type Locator, locators, page } from 'vitest/browser';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { fillFields } from './fill-fields.ts';

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** An input by the name that it is sent under. */
    getByName(name: string): Locator;
    getById(id: string): Locator;
    /** What has neither role nor name; never by a class. */
    getBySelector(selector: string): Locator;
  }
}

locators.extend({
  getByName: (name) => `css=[name="${name}"]`,
  getById: (id) => `css=[id="${id}"]`,
  getBySelector: (selector) => `css=${selector}`,
});

/** Fills in a form as a person does, field by field in its order; values are flat. */
export const fillForm = (definition: RecordDefinition, values: Record<string, unknown>): Promise<void> =>
  fillFields(
    { byRole: (role, options) => page.getByRole(role, options), by: (selector) => page.getBySelector(selector) },
    definition,
    values,
  );
