import type { CrashAction, CrashPoint } from '@linework/domain/orders/crash-points';
import type { NetworkFault } from '@linework/testing/network-simulator-client';
import { waitUntil } from '@linework/testing/processes/wait-until';
import type { ProcessSlot } from '../world/process-slot.ts';
import type { Fault } from './fault.ts';

/** Of every order, and of few. */
const commonPoints: readonly CrashPoint[] = ['after-acquire', 'before-call', 'after-call', 'before-commit', 'after-commit'];
const rarePoints: readonly CrashPoint[] = ['in-undo', 'in-cancel', 'in-expiry'];
const apiPoints: readonly CrashPoint[] = ['after-placing', 'before-notify'];
const portabilityPoints: readonly CrashPoint[] = ['after-clearing-house'];
const receiptPoints: readonly CrashPoint[] = ['after-number', 'after-authority', 'after-canceling'];
/** As long as a course that passes the point may be in coming. */
const crashLimitMs = 12_000;

/** What the network does meanwhile, so that somebody comes to the point: swaps fail and are taken back, or orders take long enough to be cancelled. */
const provokingFaults: Partial<Record<CrashPoint, readonly NetworkFault[]>> = {
  // What is refused from the start has nothing to undo.
  'in-undo': [
    { fault: 'error-after', times: 8, match: { operation: 'change-imsi', keySuffix: 'execute' } },
    { fault: 'refuse', code: 'told-to', times: 'always', match: { operation: 'change-imsi', keySuffix: 'execute' } },
  ],
  'in-cancel': [{ fault: 'slow', ms: 120, times: 'always' }],
};

/** A trap in one program, which strikes where it comes to the point: it is killed, throws, or stands still for six seconds. */
const crashFault = (app: 'api' | 'worker', point: CrashPoint, action: CrashAction): Fault => ({
  name: `${app === 'api' ? 'an API' : 'a worker'} that ${actionDescriptions[action]} ${point}`,
  ...(action === 'block' && { causesLateCalls: true }),
  async inject({ apis, workers, network }, chance) {
    const slot = chance.oneOf(app === 'api' ? apis : workers);
    await slot.replace({ CRASH_AT: `${point}:${action}` });
    const faultIds: string[] = [];
    for (const fault of provokingFaults[point] ?? []) faultIds.push(await network.injectFault(fault));
    const isTriggered = await waitUntil(`it ${actionDescriptions[action]}`, hasCrashed(slot, point, action), { limitMs: crashLimitMs }).then(
      () => true,
      () => false,
    );
    for (const faultId of faultIds) await network.removeFault(faultId);
    if (!isTriggered) await slot.replace();
    return isTriggered;
  },
});

const actionDescriptions: Readonly<Record<CrashAction, string>> = { kill: 'is killed', throw: 'throws', block: 'stands still' };

/** How it is seen from outside that a trap has struck. */
function hasCrashed(slot: ProcessSlot, point: CrashPoint, action: CrashAction): () => boolean | Promise<boolean> {
  const exitsBefore = slot.countExits();
  if (action === 'kill') return () => slot.countExits() > exitsBefore;
  if (action === 'throw') return () => slot.hasLogged(`thrown at the crash point ${point}`);
  let respondedMs = performance.now();
  return async () => {
    if (await isResponding(slot.url)) respondedMs = performance.now();
    return performance.now() - respondedMs > silenceLimitMs;
  };
}

/** No program takes so long to start, and none that stands still is back so soon. */
const silenceLimitMs = 5_000;

function isResponding(url: string): Promise<boolean> {
  return fetch(`${url}/health/live`, { signal: AbortSignal.timeout(300) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Those that somebody steps into at once. */
export const quickCrashes: readonly Fault[] = [
  ...commonPoints.map((point) => crashFault('worker', point, 'kill')),
  ...apiPoints.map((point) => crashFault('api', point, 'kill')),
];

/** Every point on the way of an order. */
export const orderCrashes: readonly Fault[] = [
  ...quickCrashes,
  ...rarePoints.map((point) => crashFault('worker', point, 'kill')),
  crashFault('worker', 'before-commit', 'throw'),
  // Longer than a lease: it must not call when it goes on.
  crashFault('worker', 'before-call', 'block'),
];

const isOrderCrash = (point: CrashPoint, action: CrashAction) => orderCrashes.some(({ name }) => name === crashFault('worker', point, action).name);

/** Every point with every action. */
export const everyCrash: readonly Fault[] = [
  ...orderCrashes,
  ...receiptPoints.map((point) => crashFault('api', point, 'kill')),
  // What is thrown there is a call that came to nothing: nobody is told.
  ...(['kill', 'block'] as const).flatMap((action) => portabilityPoints.map((point) => crashFault('worker', point, action))),
  ...(['throw', 'block'] as const).flatMap((action) =>
    [...commonPoints, ...rarePoints].filter((point) => !isOrderCrash(point, action)).map((point) => crashFault('worker', point, action)),
  ),
];
