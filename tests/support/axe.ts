import axe from 'axe-core';
import { expect } from 'vitest';
import { AXE_RULES, animationsEnded } from './axe-rules.ts';

/** Expects no axe-core violation in the rendered element; rules about whole pages run in the browser suite. */
export async function expectElementAccessible(): Promise<void> {
  await animationsEnded();
  const { violations } = await axe.run(document.body, { runOnly: { type: 'tag', values: AXE_RULES } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
  expect(document.documentElement.scrollWidth - window.innerWidth, 'scrolls sideways').toBeLessThanOrEqual(0);
}
