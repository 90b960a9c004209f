import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { AXE_RULES, animationsEnded } from './axe-rules.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Expects no axe-core violation and no sideways scrolling. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  // axe-core is half a megabyte, so each document loads it once.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  await page.evaluate(animationsEnded);
  const violations = await page.evaluate(async (values) => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    const { violations } = await axe.run({ runOnly: { type: 'tag', values } });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, AXE_RULES);
  expect(violations, `accessibility of ${screen}`).toEqual([]);
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(sideways, `${screen} scrolls sideways`).toBeLessThanOrEqual(0);
}
