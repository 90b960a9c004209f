import { type Locator, locators, page } from 'vitest/browser';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { fillFields, type Target } from './fill-fields.ts';

declare module 'vitest/browser' {
  interface LocatorSelectors {
    getByName(name: string): Locator;
    getById(id: string): Locator;
    /** For elements without role and name; never by class. */
    getBySelector(selector: string): Locator;
  }
}

locators.extend({
  getByName: (name) => `css=[name="${name}"]`,
  getById: (id) => `css=[id="${id}"]`,
  getBySelector: (selector) => `css=${selector}`,
});

const VALUE_OF = { INPUT: HTMLInputElement, TEXTAREA: HTMLTextAreaElement } as const;

/** Clicks and types inside the page, which is fast; field tests and journeys use mouse and keyboard. */
const inPage = (locator: Locator): Target => ({
  click: async () => ((await locator.findElement()) as HTMLElement).click(),
  fill: async (text) => {
    const input = (await locator.findElement()) as HTMLInputElement;
    const { prototype } = VALUE_OF[input.tagName as keyof typeof VALUE_OF];
    input.focus();
    // React ignores values written through its own setter.
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  },
  getByText: (text, options) => inPage(locator.getByText(text, options)),
});

/** Fills in a form in field order, quickly; values are flat. */
export const fillForm = (definition: RecordDefinition, values: Record<string, unknown>): Promise<void> =>
  fillFields(
    {
      byRole: (role, options) => inPage(page.getByRole(role, options)),
      by: (selector) => inPage(page.getBySelector(selector)),
    },
    definition,
    values,
  );
