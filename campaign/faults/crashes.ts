import type { CrashAction, CrashPoint } from '@linework/engine/model/crash-points';
import { waitUntil } from '@linework/testing/processes/wait-until';
import type { NetworkFault } from '@linework/testing/simulators/network-simulator-client';
import type { ProcessSlot } from '../world/process-slot.ts';
import type { Fault } from './fault.ts';

/** Points that every order passes. */
const commonPoints: readonly CrashPoint[] = [
  'after-acquire',
  'before-call',
  'after-call',
  'before-commit',
  'after-commit',
];
const rarePoints: readonly CrashPoint[] = ['in-undo', 'in-cancel', 'in-expiry'];
const apiPoints: readonly CrashPoint[] = ['after-placing', 'before-notify'];
const portabilityPoints: readonly CrashPoint[] = ['after-clearing-house'];
const receiptPoints: readonly CrashPoint[] = ['after-number', 'after-authority', 'after-canceling'];
/** The longest wait until an order passes the point, on an idle machine. */
const crashLimitMs = 12_000;

/**
 * Network faults that lead orders to the point: SIM swaps fail and are rolled back, or orders take long enough to be
 * cancelled.
 */
const provokingFaults: Partial<Record<CrashPoint, readonly NetworkFault[]>> = {
  // A step whose first attempt is refused has nothing to undo.
  'in-undo': [
    { fault: 'error-after', times: 8, match: { operation: 'change-imsi', keySuffix: 'execute' } },
    { fault: 'refuse', code: 'refused', times: 'always', match: { operation: 'change-imsi', keySuffix: 'execute' } },
  ],
  'in-cancel': [{ fault: 'slow', ms: 120, times: 'always' }],
};

/** A suspended program would need a signal to continue. */
type FaultAction = Exclude<CrashAction, 'suspend'>;

/** A fault in one program at a crash point: the program is killed, throws an error, or blocks for six seconds. */
const crashFault = (app: 'api' | 'worker', point: CrashPoint, action: FaultAction): Fault => ({
  name: `${app === 'api' ? 'an API' : 'a worker'} that ${actionDescriptions[action]} ${point}`,
  ...(action === 'block' && { causesLateCalls: true }),
  async inject({ apis, workers, network, speed }, chance) {
    const slot = chance.oneOf(app === 'api' ? apis : workers);
    await slot.replace({ CRASH_AT: `${point}:${action}` });
    const exitsBefore = slot.countExits();
    // On a busy machine the start alone takes longer than the limit. A program that crashes before it is ready has been
    // replaced by then.
    await slot.isReady();
    const faultIds: string[] = [];
    for (const fault of provokingFaults[point] ?? []) faultIds.push(await network.injectFault(fault));
    const isTriggered = await waitUntil(
      `it ${actionDescriptions[action]}`,
      hasCrashed(slot, { point, action, exitsBefore }),
      {
        limitMs: speed.limitMs(crashLimitMs),
      },
    ).then(
      () => true,
      () => false,
    );
    for (const faultId of faultIds) await network.removeFault(faultId);
    if (!isTriggered) await slot.replace();
    return isTriggered;
  },
});

const actionDescriptions: Readonly<Record<FaultAction, string>> = {
  kill: 'is killed',
  throw: 'throws',
  block: 'blocks',
};

interface ExpectedCrash {
  readonly point: CrashPoint;
  readonly action: FaultAction;
  readonly exitsBefore: number;
}

/** Returns a function that checks from outside whether the program has reached its crash point. */
function hasCrashed(
  slot: ProcessSlot,
  { point, action, exitsBefore }: ExpectedCrash,
): () => boolean | Promise<boolean> {
  if (action === 'kill') return () => slot.countExits() > exitsBefore;
  if (action === 'throw') return () => slot.hasLogged(`thrown at the crash point ${point}`);
  let respondedMs = performance.now();
  return async () => {
    if (await isResponding(slot.url)) respondedMs = performance.now();
    return performance.now() - respondedMs > noResponseLimitMs;
  };
}

/** Longer than the start of a program, and shorter than a block. */
const noResponseLimitMs = 5_000;

function isResponding(url: string): Promise<boolean> {
  return fetch(`${url}/health/live`, { signal: AbortSignal.timeout(300) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Crash points that are reached at once. */
export const quickCrashes: readonly Fault[] = [
  ...commonPoints.map((point) => crashFault('worker', point, 'kill')),
  ...apiPoints.map((point) => crashFault('api', point, 'kill')),
];

/** Every crash point of an order. */
export const orderCrashes: readonly Fault[] = [
  ...quickCrashes,
  ...rarePoints.map((point) => crashFault('worker', point, 'kill')),
  crashFault('worker', 'before-commit', 'throw'),
  // The block is longer than a lease: the worker must not call when it continues.
  crashFault('worker', 'before-call', 'block'),
];

const isOrderCrash = (point: CrashPoint, action: FaultAction) =>
  orderCrashes.some(({ name }) => name === crashFault('worker', point, action).name);

/** Every crash point with every action. */
export const everyCrash: readonly Fault[] = [
  ...orderCrashes,
  ...receiptPoints.map((point) => crashFault('api', point, 'kill')),
  // A thrown error counts as a failed call there, and no log line names it.
  ...(['kill', 'block'] as const).flatMap((action) =>
    portabilityPoints.map((point) => crashFault('worker', point, action)),
  ),
  ...(['throw', 'block'] as const).flatMap((action) =>
    [...commonPoints, ...rarePoints]
      .filter((point) => !isOrderCrash(point, action))
      .map((point) => crashFault('worker', point, action)),
  ),
];
