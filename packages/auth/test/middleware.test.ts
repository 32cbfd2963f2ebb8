import { Problem } from '@linework/problem-details/problem';
import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { createAuthenticator } from '../src/authenticate.ts';
import type { Caller } from '../src/caller.ts';
import { requireOperator } from '../src/require-operator.ts';
import { limitWrongKeys } from '../src/wrong-keys.ts';

const operator: Caller = { keyId: 'o', brokerId: null, scopes: ['operator'] };
const broker: Caller = { keyId: 'b', brokerId: 'b1', scopes: ['lines:read'] };
const findCaller = async (key: string) => ({ operator, broker })[key] ?? null;

const requestWith = (headersDistinct: Request['headersDistinct']) => ({ ip: '10.0.0.1', headersDistinct }) as Request;
const basic = (name: string, password: string) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

/** The status of the problem that is raised; 200 where none is. */
async function statusOf(check: () => unknown): Promise<number> {
  try {
    await check();
    return 200;
  } catch (error) {
    if (error instanceof Problem) return error.status;
    throw error;
  }
}

describe('the key of a request', () => {
  it('tells who the caller is', async () => {
    expect(await createAuthenticator(findCaller, limitWrongKeys())('broker', requestWith({}))).toBe(broker);
  });

  it('is answered 401 when it is wrong, then 429, while a good one from the same address passes', async () => {
    const authenticate = createAuthenticator(findCaller, limitWrongKeys({ limit: 2 }));
    const statuses = [];
    for (const key of ['a', 'b', 'c', 'broker']) statuses.push(await statusOf(() => authenticate(key, requestWith({}))));
    expect(statuses).toEqual([401, 401, 429, 200]);
  });
});

describe('what only operators may see', () => {
  const pass = async (headers: Request['headersDistinct']) => {
    const locals: Record<string, unknown> = {};
    let passed = false;
    const check = requireOperator({ authenticate: findCaller });
    const status = await statusOf(() => check(requestWith(headers), { locals } as unknown as Response, () => (passed = true)));
    return { status, passed, caller: locals['caller'] };
  };

  it.each([
    ['in the header', { 'x-api-key': ['operator'] }],
    ['as the password of HTTP Basic', { authorization: [basic('anybody', 'operator')] }],
  ])("opens to an operator's key %s", async (_where, headers) => {
    expect(await pass(headers)).toEqual({ status: 200, passed: true, caller: operator });
  });

  it.each([
    ['no key', {}, 401],
    ['an empty key', { 'x-api-key': [''] }, 401],
    ['a wrong key', { 'x-api-key': ['nobody'] }, 401],
    ['two keys', { 'x-api-key': ['operator'], authorization: [basic('', 'operator')] }, 401],
    ['another scheme', { authorization: ['Bearer operator'] }, 401],
    ["a broker's key", { 'x-api-key': ['broker'] }, 403],
  ])('stays closed to %s', async (_what, headers, status) => {
    expect(await pass(headers)).toEqual({ status, passed: false, caller: undefined });
  });
});
