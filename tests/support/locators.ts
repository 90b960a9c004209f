import { type Locator, locators, page } from 'vitest/browser';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { fillFields, type Target } from './fill-fields.ts';

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

const VALUE_OF = { INPUT: HTMLInputElement, TEXTAREA: HTMLTextAreaElement } as const;

/** What the page itself gets to see when somebody types; the tests of the fields and the journeys do it by keyboard and mouse. */
const inPage = (locator: Locator): Target => ({
  click: async () => ((await locator.findElement()) as HTMLElement).click(),
  fill: async (text) => {
    const input = (await locator.findElement()) as HTMLInputElement;
    const { prototype } = VALUE_OF[input.tagName as keyof typeof VALUE_OF];
    input.focus();
    // React listens for what its own setter did not write.
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  },
  getByText: (text, options) => inPage(locator.getByText(text, options)),
});

/** Fills in a form field by field in its order, quickly; values are flat. */
export const fillForm = (definition: RecordDefinition, values: Record<string, unknown>): Promise<void> =>
  fillFields(
    {
      byRole: (role, options) => inPage(page.getByRole(role, options)),
      by: (selector) => inPage(page.getBySelector(selector)),
    },
    definition,
    values,
  );
