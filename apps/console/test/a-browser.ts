import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { getChromium } from '@linework/testing/run/get-chromium';
import { type Browser, type ConsoleMessage, chromium, type Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface WatchedPage {
  readonly page: Page;
  /** What the browser has reported: errors of scripts, and everything that the content security policy has blocked. */
  readonly reports: readonly string[];
}

/**
 * The slowest test of six steps took 14 s on two busy cores. Other machines are slower, and no step is judged by its
 * duration.
 */
const longestStepMs = 300_000;

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: getChromium(), args: ['--no-sandbox'], timeout: longestStepMs });

/**
 * The browser reports each response from 400 on as an error. A page that nobody has signed in to has one, as it must.
 */
const isMissingSession = (message: ConsoleMessage): boolean =>
  message.text().includes('status of 401') && message.location().url.endsWith('/console/api/session');

/** Opens a page of a new person, whose messages are collected. */
export async function openPage(browser: Browser, { width = 1_280, height = 800 } = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width, height } });
  context.setDefaultTimeout(longestStepMs);
  const page = await context.newPage();
  const reports: string[] = [];
  page.on('pageerror', (error) => reports.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isMissingSession(message))
      reports.push(`${message.text()} ${message.location().url}`);
  });
  return { page, reports };
}

/** A case that failed leaves no dialog and no narrow screen to the others. */
export async function clearPage(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1_280, height: 800 });
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** The serious findings of axe on the page as it is now. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axeSource);
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResult;
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** The texts that end outside of the window, and the rows of a grid that cover each other. */
export const findMisplaced = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const texts = [...document.querySelectorAll('main :not(svg *)')].filter(
      (element) => element.childElementCount === 0,
    );
    const cutOff = texts.filter((element) => element.getBoundingClientRect().right > innerWidth + 1);
    const covered = [...document.querySelectorAll('[role=row] + [role=row]')].filter(
      (row) => row.getBoundingClientRect().top < (row.previousElementSibling?.getBoundingClientRect().bottom ?? 0) - 1,
    );
    return [...cutOff, ...covered].map(({ textContent }) => textContent);
  });
