import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findBarriers, findMisplaced } from './a-browser.ts';

/** Set by whoever wants to look at the pages. */
const pictures = process.env['PICTURES_FOLDER'];

/** The page wide and narrow, light and dark: nothing is cut off, and axe finds nothing serious. */
export async function look(page: Page, name: string): Promise<void> {
  for (const width of [1_440, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => findMisplaced(page)).toEqual([]);
      expect(await findBarriers(page)).toEqual([]);
      if (pictures === undefined) continue;
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: join(pictures, `${name}-${width}-${colorScheme}.png`) });
    }
  await page.setViewportSize({ width: 1_280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
}
