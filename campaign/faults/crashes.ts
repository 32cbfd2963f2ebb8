import type { CrashAction, CrashPoint } from '@linework/domain/orders/crash-points';
import type { NetworkFault } from '@linework/testing/network-simulator-client';
import { until } from '@linework/testing/processes/until';
import type { Post } from '../world/post.ts';
import type { Fault } from './fault.ts';

/** Of every order, and of few. */
const usualPoints: readonly CrashPoint[] = ['after-take', 'before-call', 'after-call', 'before-record', 'after-record'];
const rarePoints: readonly CrashPoint[] = ['in-undo', 'in-cancel', 'in-expiry'];
const apiPoints: readonly CrashPoint[] = ['after-placing', 'before-ring'];
const portabilityPoints: readonly CrashPoint[] = ['after-clearing-house'];
const receiptPoints: readonly CrashPoint[] = ['after-number', 'after-authority', 'after-canceling'];
/** As long as a course that passes the point may be in coming. */
const trapLimitMs = 12_000;

/** What the network does meanwhile, so that somebody comes to the point: swaps fail and are taken back, or orders take long enough to be cancelled. */
const comesAbout: Partial<Record<CrashPoint, readonly NetworkFault[]>> = {
  // What is refused from the start has nothing to undo.
  'in-undo': [
    { fault: 'error-after', times: 8, match: { operation: 'change-imsi', keySuffix: 'execute' } },
    { fault: 'refuse', code: 'told-to', times: 'always', match: { operation: 'change-imsi', keySuffix: 'execute' } },
  ],
  'in-cancel': [{ fault: 'slow', ms: 120, times: 'always' }],
};

/** A trap in one program, which strikes where it comes to the point: it is killed, throws, or stands still for six seconds. */
const trap = (app: 'api' | 'worker', point: CrashPoint, action: CrashAction): Fault => ({
  name: `${app === 'api' ? 'an API' : 'a worker'} that ${does[action]} ${point}`,
  ...(action === 'block' && { makesCallsLate: true }),
  async inflict({ apis, workers, network }, chance) {
    const post = chance.oneOf(app === 'api' ? apis : workers);
    await post.replace({ CRASH_AT: `${point}:${action}` });
    const aids: string[] = [];
    for (const fault of comesAbout[point] ?? []) aids.push(await network.orderFault(fault));
    const hasStruck = await until(`it ${does[action]}`, strikeOf(post, point, action), { limitMs: trapLimitMs }).then(
      () => true,
      () => false,
    );
    for (const aid of aids) await network.removeFault(aid);
    if (!hasStruck) await post.replace();
    return hasStruck;
  },
});

const does: Readonly<Record<CrashAction, string>> = { kill: 'is killed', throw: 'throws', block: 'stands still' };

/** How it is seen from outside that a trap has struck. */
function strikeOf(post: Post, point: CrashPoint, action: CrashAction): () => boolean | Promise<boolean> {
  const endings = post.endings();
  if (action === 'kill') return () => post.endings() > endings;
  if (action === 'throw') return () => post.hasSaid(`thrown at the crash point ${point}`);
  let answeredMs = performance.now();
  return async () => {
    if (await answers(post.url)) answeredMs = performance.now();
    return performance.now() - answeredMs > silentMs;
  };
}

/** No program takes so long to start, and none that stands still is back so soon. */
const silentMs = 5_000;

function answers(url: string): Promise<boolean> {
  return fetch(`${url}/health/live`, { signal: AbortSignal.timeout(300) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Those that somebody steps into at once. */
export const quickCrashes: readonly Fault[] = [
  ...usualPoints.map((point) => trap('worker', point, 'kill')),
  ...apiPoints.map((point) => trap('api', point, 'kill')),
];

/** Every point on the way of an order. */
export const orderCrashes: readonly Fault[] = [
  ...quickCrashes,
  ...rarePoints.map((point) => trap('worker', point, 'kill')),
  trap('worker', 'before-record', 'throw'),
  // Longer than a lease: it must not call when it goes on.
  trap('worker', 'before-call', 'block'),
];

const isAmongThoseOfOrders = (point: CrashPoint, action: CrashAction) => orderCrashes.some(({ name }) => name === trap('worker', point, action).name);

/** Every point with every action. */
export const everyCrash: readonly Fault[] = [
  ...orderCrashes,
  ...receiptPoints.map((point) => trap('api', point, 'kill')),
  // What is thrown there is a call that came to nothing: nobody is told.
  ...(['kill', 'block'] as const).flatMap((action) => portabilityPoints.map((point) => trap('worker', point, action))),
  ...(['throw', 'block'] as const).flatMap((action) =>
    [...usualPoints, ...rarePoints].filter((point) => !isAmongThoseOfOrders(point, action)).map((point) => trap('worker', point, action)),
  ),
];
