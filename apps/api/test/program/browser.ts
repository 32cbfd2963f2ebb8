import { getChromium } from '@linework/testing/run/get-chromium';
import { type Browser, chromium, type Page } from 'playwright-core';

export interface WatchedPage {
  readonly page: Page;
  /**
   * Errors of the scripts, and errors and warnings of the console, among them violations of the policy, with the
   * address of what they are about.
   */
  readonly messages: string[];
  /** The addresses of all requests that went elsewhere than to the origin. */
  readonly requestsElsewhere: string[];
}

/** Opens a page for the addresses of one origin, and notes what the browser reports. */
export async function openWatchedPage(browser: Browser, origin: string): Promise<WatchedPage> {
  const page = await browser.newPage();
  page.setDefaultTimeout(longestStepMs);
  const messages: string[] = [];
  const requestsElsewhere: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) messages.push(`${message.text()} at ${message.location().url}`);
  });
  page.on('pageerror', (error) => messages.push(error.message));
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin)
      requestsElsewhere.push(request.url());
  });
  return { page, messages, requestsElsewhere };
}

export interface Screen {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/** Shows the page as it is now on another screen. */
export async function setScreen(page: Page, { width, colorScheme }: Screen): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
}

/** Whether the page is wider than the screen. */
export const overflows = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth');

/**
 * The reference of the API takes a second of the processor. Playwright's own limit of 30 s is not enough for it on a
 * busy machine.
 */
const longestStepMs = 300_000;

/** Starts Chromium; without its sandbox, because root may not have one and the pages are ours. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: getChromium(), args: ['--no-sandbox', '--headless=new'], timeout: longestStepMs });
