import axe from 'axe-core';
import { expect } from 'vitest';
import { AXE_RULES, animationsEnded } from './axe-rules.ts';

/** Nothing that axe-core can see is wrong with what a test shows; what concerns a page as a whole is the browser suite's. */
export async function expectAccessible(): Promise<void> {
  await animationsEnded();
  const { violations } = await axe.run(document.body, { runOnly: { type: 'tag', values: AXE_RULES } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
  expect(document.documentElement.scrollWidth - window.innerWidth, 'scrolls sideways').toBeLessThanOrEqual(0);
}
