import axe from 'axe-core';
import { expect } from 'vitest';
import { AXE_OPTIONS, animationsEnded } from './axe-rules.ts';

/** Expects no axe-core violation in the rendered element; rules about whole pages run in the browser suite. */
export async function expectElementAccessible(): Promise<void> {
  await animationsEnded();
  const { violations } = await axe.run(document.body, AXE_OPTIONS);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
  expect(document.documentElement.scrollWidth - window.innerWidth, 'scrolls sideways').toBeLessThanOrEqual(0);
}
