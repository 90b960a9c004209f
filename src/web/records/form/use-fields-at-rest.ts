import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Fields with what stands below them, and the parts of a visit. */
const FIELDS = '[data-width], table, section';

/** The form whose fields take no input while it is being saved: what is typed then would be lost with the values that were sent. */
export function useFieldsAtRest(saving: boolean): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (!saving || !form.current) return;
    const { activeElement } = document;
    const fields = [...form.current.querySelectorAll<HTMLElement>(FIELDS)];
    for (const field of fields) field.inert = true;
    return () => {
      for (const field of fields) field.inert = false;
      if (document.activeElement === document.body && activeElement instanceof HTMLElement) activeElement.focus();
    };
  }, [saving]);
  return form;
}
