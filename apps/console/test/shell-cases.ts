import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findBarriers } from './a-browser.ts';
import type { Night } from './a-night.ts';
import { visit } from './visit.ts';

interface Given {
  readonly page: Page;
  readonly night: Night;
}

/** Cases of the frame around all pages, in a browser in which an administrator is signed in. */
export function itDoesByThePalette(given: () => Given): void {
  it('do by the palette what they offer, and every dialog is left by Cancel', async () => {
    const { page, night } = given();
    const palette = page.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox');
    const openPalette = async (text: string) => {
      await page.keyboard.press('Control+k');
      await palette.fill(text);
    };
    const doCommand = async (text: string) => {
      await openPalette(text);
      await palette.press('Enter');
    };
    await visit(page, night, `/orders/${night.failedOrderId}`);
    await page.getByRole('button', { name: 'Retry …' }).waitFor();
    await doCommand('retry this');
    await page.getByRole('heading', { name: 'Retry this order' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await doCommand('dark');
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await doCommand('colours of the system');
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBeNull();
    await openPalette('');
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await doCommand('open its line');
    await page.waitForURL(/\/lines\//);
    await page.getByRole('heading', { name: 'Events' }).waitFor();
    // What the page before has offered is gone.
    await openPalette('retry this');
    await page.getByRole('option').first().waitFor();
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['Search for “retry this”']);
    await page.keyboard.press('Escape');
  });

  it('have four tabs and More below them on a narrow screen', async () => {
    const { page, night } = given();
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(page, night, '/orders');
    const tabs = page.getByRole('navigation', { name: 'Pages' });
    await tabs.getByRole('button', { name: 'More' }).waitFor();
    expect(await tabs.getByRole('link').allInnerTexts()).toEqual(['Overview', 'Incidents', 'Orders', 'Search']);
    expect(await tabs.getByRole('button').count()).toBe(1);
    await tabs.getByRole('button', { name: 'More' }).click();
    const more = page.getByRole('dialog', { name: 'More' });
    await more.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await more.getByRole('link', { name: 'Audit' }).click();
    await page.getByRole('heading', { name: 'Audit', level: 1 }).waitFor();
    await more.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1_280, height: 800 });
  });
}
