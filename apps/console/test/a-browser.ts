import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface WatchedPage {
  readonly page: Page;
  /** What the browser has reported: errors of scripts, and everything that the content security policy has blocked. */
  readonly reports: readonly string[];
}

export const startBrowser = (executablePath: string): Promise<Browser> => chromium.launch({ executablePath, args: ['--no-sandbox'] });

/** Opens a page of a new person, whose messages are collected. */
export async function openPage(browser: Browser, { width = 1_280, height = 800 } = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width, height } });
  // The default is for a machine that does nothing else.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const reports: string[] = [];
  page.on('pageerror', (error) => reports.push(error.message));
  page.on('console', (message) => {
    // The browser reports each response from 400 on as an error; a page without a session has one, as it must.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) reports.push(message.text());
  });
  return { page, reports };
}

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly impact: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** The serious findings of axe on the page as it is now. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(axeSource);
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResult;
  return violations.filter(({ impact }) => ['serious', 'critical'].includes(impact)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
