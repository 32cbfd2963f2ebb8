import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where Debian and others install Chromium. */
const programs = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
export const chromiumFile = programs.find((file) => existsSync(file));

export interface Visit {
  /** Errors and warnings of the console, among them violations of the policy, and errors of the scripts. */
  readonly messages: readonly string[];
  /** The addresses of all requests that went elsewhere than to the page's origin. */
  readonly requestsElsewhere: readonly string[];
  /** Whether the page is wider than the screen. */
  readonly overflows: boolean;
  readonly text: string;
}

interface VisitOptions {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  /** The page is shown when this text is in it. */
  readonly until: string;
}

/** Opens a page as a reader would and tells what the browser has noticed. */
export async function visit(browser: Browser, url: string, { width, colorScheme, until }: VisitOptions): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  const messages: string[] = [];
  const requestsElsewhere: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) messages.push(message.text());
  });
  page.on('pageerror', (error) => messages.push(error.message));
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== new URL(url).origin) requestsElsewhere.push(request.url());
  });
  try {
    await page.goto(url);
    await page.getByText(until).first().waitFor();
    const overflows = await page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth');
    const text = await page.locator('body').innerText();
    return { messages, requestsElsewhere, overflows, text };
  } finally {
    await page.close();
  }
}

/** Starts Chromium; without its sandbox, because root may not have one and the pages are ours. */
export const startBrowser = (): Promise<Browser> => chromium.launch({ executablePath: chromiumFile ?? '', args: ['--no-sandbox', '--headless=new'] });
