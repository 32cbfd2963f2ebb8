import { setTimeout as sleep } from 'node:timers/promises';
import {
  NoResponseError,
  PermanentError,
  SystemUnavailable,
  TransientError,
} from '@linework/engine/model/system-errors';
import {
  type BreakerState,
  type CallOutcome,
  createSystemBreaker,
} from '@linework/systems/breaker/create-system-breaker';
import { expect, it, vi } from 'vitest';

const failWithoutResponse = () =>
  Promise.reject(new NoResponseError('network-timeout', 'The network did not respond in time.'));
const failUnreachable = () =>
  Promise.reject(new SystemUnavailable('network-unreachable', 'The connection to the network failed (ECONNREFUSED).'));
const succeed = async () => 'fine';
const catchError = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

function aBreaker(openMs = 60_000) {
  const states: BreakerState[] = [];
  const outcomes: CallOutcome[] = [];
  const observer = {
    callEnded: (_system: string, outcome: CallOutcome) => void outcomes.push(outcome),
    stateChanged: (_system: string, state: BreakerState) => void states.push(state),
  };
  return { breaker: createSystemBreaker({ system: 'network', observer, openMs }), states, outcomes };
}

/** Fails every call until it is open. */
async function anOpenBreaker(openMs?: number) {
  const created = aBreaker(openMs);
  for (let at = 0; at < 3; at += 1) await catchError(created.breaker.call(failUnreachable));
  expect(created.breaker.state()).toBe('open');
  return created;
}

it('makes calls and returns their results', async () => {
  const { breaker, outcomes } = aBreaker();
  expect(await breaker.call(succeed)).toBe('fine');
  for (const error of [
    new PermanentError('no', 'No.'),
    new TransientError('network-unavailable', 'It returned 503.'),
    new TypeError('a bug'),
  ]) {
    expect(await catchError(breaker.call(() => Promise.reject(error)))).toBe(error);
  }
  expect(await catchError(breaker.call(failWithoutResponse))).toMatchObject({ name: 'NoResponseError' });
  expect(outcomes).toEqual(['answered', 'answered', 'answered', 'answered', 'no-answer']);
});

it('opens after three consecutive calls without a response; the third counts as unavailable and may have arrived', async () => {
  const { breaker, states } = aBreaker();
  const errors = [
    await catchError(breaker.call(failWithoutResponse)),
    await catchError(breaker.call(failWithoutResponse)),
    await catchError(breaker.call(failWithoutResponse)),
  ];
  expect(errors).toMatchObject([
    { name: 'NoResponseError' },
    { name: 'NoResponseError' },
    { name: 'SystemUnavailable', mayHaveTakenEffect: true },
  ]);
  expect([breaker.state(), breaker.isUnavailable(), states]).toEqual(['open', true, ['open']]);
});

it('stays closed when any response arrives in between, even a rejection', async () => {
  const { breaker } = aBreaker();
  for (let at = 0; at < 4; at += 1) {
    await catchError(breaker.call(failWithoutResponse));
    await catchError(breaker.call(failWithoutResponse));
    await catchError(breaker.call(() => Promise.reject(new PermanentError('no', 'No.'))));
  }
  expect(breaker.state()).toBe('closed');
});

it('makes no call while it is open, and reports that such a call has not arrived', async () => {
  const { breaker, outcomes } = await anOpenBreaker();
  const error = await catchError(breaker.call(() => Promise.reject(new Error('It was called.'))));
  expect(error).toMatchObject({ name: 'SystemUnavailable', mayHaveTakenEffect: false });
  expect(outcomes.at(-1)).toBe('short-circuited');
});

it('counts a call that ends without a response after it opened as unavailable', async () => {
  const { breaker } = aBreaker();
  const late = Promise.withResolvers<never>();
  const underWay = catchError(breaker.call(() => late.promise));
  for (let at = 0; at < 3; at += 1) await catchError(breaker.call(failUnreachable));
  late.reject(new NoResponseError('network-timeout', 'Late.'));
  expect(await underWay).toMatchObject({ name: 'SystemUnavailable', mayHaveTakenEffect: true });
});

it('makes one call at a time as probe, and closes when the probe has a response', async () => {
  const { breaker, states } = await anOpenBreaker(20);
  await sleep(25);
  expect(breaker.isUnavailable()).toBe(false);
  const probe = Promise.withResolvers<string>();
  const first = breaker.call(() => probe.promise);
  expect([breaker.state(), breaker.isUnavailable()]).toEqual(['half-open', true]);
  expect(await catchError(breaker.call(succeed))).toMatchObject({
    name: 'SystemUnavailable',
    mayHaveTakenEffect: false,
  });
  probe.resolve('here again');
  expect(await first).toBe('here again');
  expect([await breaker.call(succeed), states]).toEqual(['fine', ['open', 'half-open', 'closed']]);
});

it('opens again when the probe has no response', async () => {
  const { breaker, states } = await anOpenBreaker(20);
  await sleep(25);
  expect(await catchError(breaker.call(failWithoutResponse))).toMatchObject({
    name: 'SystemUnavailable',
    mayHaveTakenEffect: true,
  });
  expect([breaker.isUnavailable(), states]).toEqual([true, ['open', 'half-open', 'open']]);
});

it('sends a probe even if the system clock was set back an hour', async () => {
  const { breaker } = await anOpenBreaker(20);
  await sleep(25);
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
  expect(await breaker.call(succeed)).toBe('fine');
  clock.mockRestore();
});

it('describes since when its system does not answer, until it answers, and the last failure', async () => {
  const { breaker } = aBreaker(0);
  expect(breaker.describe()).toEqual({ system: 'network' });
  for (let at = 0; at < 2; at += 1) await catchError(breaker.call(failWithoutResponse));
  expect(breaker.describe()).toMatchObject({ lastFailure: { code: 'network-timeout' } });
  expect(breaker.describe()).not.toHaveProperty('silentSince');
  await catchError(breaker.call(failUnreachable));
  const { silentSince } = breaker.describe();
  expect(breaker.describe()).toEqual({
    system: 'network',
    silentSince: expect.any(String),
    lastFailure: { at: silentSince, code: 'network-unreachable' },
  });
  await catchError(breaker.call(failWithoutResponse));
  expect(breaker.describe()).toMatchObject({ silentSince, lastFailure: { code: 'network-timeout' } });
  await breaker.call(succeed);
  expect(breaker.describe()).toEqual({
    system: 'network',
    lastFailure: { at: expect.any(String), code: 'network-timeout' },
  });
});
