import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashAction, CrashPoint } from '@linework/domain/orders/crash-points';
import type { NetworkFault } from '@linework/testing/network-simulator-client';
import { until } from '@linework/testing/processes/until';
import type { Fault } from './fault.ts';

/** Of every order, and of few. */
const usualPoints: readonly CrashPoint[] = ['after-take', 'before-call', 'after-call', 'before-record', 'after-record'];
const rarePoints: readonly CrashPoint[] = ['in-undo', 'in-cancel', 'in-expiry'];
const apiPoints: readonly CrashPoint[] = ['after-placing', 'before-ring'];
const receiptPoints: readonly CrashPoint[] = ['after-number', 'after-authority', 'after-canceling'];
/** As long as a course that passes the point may be in coming. */
const trapLimitMs = 10_000;

/** What the network does meanwhile, so that somebody comes to the point: swaps fail and are taken back, or orders take long enough to be cancelled. */
const comesAbout: Partial<Record<CrashPoint, NetworkFault>> = {
  'in-undo': { fault: 'refuse', code: 'told-to', times: 'always', match: { operation: 'change-imsi', keySuffix: 'execute' } },
  'in-cancel': { fault: 'slow', ms: 120, times: 'always' },
};

/** A trap in one program: it is killed where it comes to the point. */
const killedAt = (app: 'api' | 'worker', point: CrashPoint): Fault => ({
  name: `${app === 'api' ? 'an API' : 'a worker'} killed ${point}`,
  async inflict({ apis, workers, network }, chance) {
    const post = chance.oneOf(app === 'api' ? apis : workers);
    await post.replace({ CRASH_AT: `${point}:kill` });
    const endings = post.endings();
    const aid = comesAbout[point] && (await network.orderFault(comesAbout[point]));
    const hasStruck = await until('it is killed', () => post.endings() > endings, { limitMs: trapLimitMs }).then(
      () => true,
      () => false,
    );
    if (aid) await network.removeFault(aid);
    if (!hasStruck) await post.replace();
    return hasStruck;
  },
});

/** The same, and the program goes on with whatever it made of it. Whether it struck is not seen from outside. */
const goesOnAfter = (action: Exclude<CrashAction, 'kill'>, point: CrashPoint): Fault => ({
  name: `a worker that ${action === 'throw' ? 'throws' : 'stands still'} ${point}`,
  async inflict({ workers }, chance) {
    const post = chance.oneOf(workers);
    await post.replace({ CRASH_AT: `${point}:${action}` });
    await post.isReady();
    await sleep(action === 'block' ? 7_000 : 1_500);
    await post.replace();
    return true;
  },
});

/** Those that somebody steps into at once. */
export const quickCrashes: readonly Fault[] = [...usualPoints.map((point) => killedAt('worker', point)), ...apiPoints.map((point) => killedAt('api', point))];

/** Every point on the way of an order. */
export const orderCrashes: readonly Fault[] = [...quickCrashes, ...rarePoints.map((point) => killedAt('worker', point)), goesOnAfter('throw', 'before-record')];

/** Every point with every action. */
export const everyCrash: readonly Fault[] = [
  ...orderCrashes,
  ...receiptPoints.map((point) => killedAt('api', point)),
  ...(['throw', 'block'] as const).flatMap((action) => [...usualPoints, ...rarePoints].map((point) => goesOnAfter(action, point))),
];
