import type { Page, Request } from 'playwright-core';
import type { ConsolePage } from './console-pages.ts';

/** One visit of a page. */
export interface Visit {
  /** From the navigation until the first data is on the page. */
  readonly firstDataMs: number;
  /** The slowest request of the page at the server: from the last byte sent to the first byte received. */
  readonly slowestMs: number;
  /** The path of that request. */
  readonly slowest: string;
  /** The sum of the layout shifts that no input caused, as the browser reports it. */
  readonly layoutShift: number;
}

/** Visits a page as an address typed into the browser does, and waits until it shows its data. */
export async function visitPage(page: Page, url: string, { path, shows }: ConsolePage): Promise<Visit> {
  const finished: Request[] = [];
  const keep = (request: Request) => void finished.push(request);
  page.on('requestfinished', keep);
  await page.goto(`${url}/console${path}`, { waitUntil: 'commit' });
  const firstDataMs = await waitForFirstData(page, shows);
  await page.waitForLoadState('networkidle');
  page.off('requestfinished', keep);
  const times = finished
    .filter((request) => request.url().includes('/console/api/'))
    .map((request) => ({ path: new URL(request.url()).pathname.replace('/console/api', ''), ms: responseMs(request) }));
  const slowest = times.reduce((most, time) => (time.ms > most.ms ? time : most), { path: '', ms: 0 });
  return { firstDataMs, slowestMs: slowest.ms, slowest: slowest.path, layoutShift: await readLayoutShift(page) };
}

/** Returns the time since the navigation. It looks in each frame; a locator is looked for less often after a while. */
async function waitForFirstData(page: Page, shows: string | RegExp | undefined): Promise<number> {
  const wanted = shows === undefined || typeof shows === 'string' ? shows : shows.source;
  const found = await page.waitForFunction(
    (text) => {
      const main = document.querySelector('main');
      const isShown =
        text === undefined
          ? main?.querySelector('tbody tr, [role=row]:not([aria-rowindex="1"])')
          : new RegExp(text, 'i').test(main?.textContent ?? '');
      return isShown ? performance.now() : false;
    },
    wanted,
    { polling: 'raf' },
  );
  return Number(await found.jsonValue());
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

const readLayoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const shift of list.getEntries() as LayoutShift[]) if (!shift.hadRecentInput) sum += shift.value;
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        // The entries of before are reported in the next frames.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );

function responseMs(request: Request): number {
  const { requestStart, responseStart } = request.timing();
  return requestStart < 0 || responseStart < 0 ? 0 : responseStart - requestStart;
}
