import {
  conflict,
  invalidStatusTransition,
  notFound,
  portabilityRejected,
  unavailable,
  unprocessableRequest,
} from '@linework/problem-details/make-problem';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '../src/define-route.ts';
import { type Endpoint, implement, type RouteResponse } from '../src/implement.ts';
import { mount } from '../src/routing/mount.ts';
import { errorsBase, listen, problemIn, type Started, start } from './support/start.ts';

const showWidget = defineRoute({
  name: 'showWidget',
  method: 'get',
  path: '/widget',
  tag: 'widgets',
  summary: 'Show the widget',
  description: 'Show the widget.',
  scope: null,
  responses: {
    200: {
      description: 'It',
      body: z.object({ id: z.string(), note: z.string().optional() }),
      headers: { Location: 'Where it is' },
    },
    202: { description: 'It is being made', headers: { Location: 'Where it will be' } },
    204: { description: 'There is none' },
  },
  problems: ['not-found', 'open-order', 'invalid-input'],
  problemMembers: { 409: z.object({ errors: z.array(z.strictObject({ detail: z.string(), line: z.int() })) }) },
});

/** Serves a widget with the response or the error of the test. */
function startWith(answer: () => RouteResponse, options = {}): Promise<Started> {
  const endpoint: Endpoint<object> = {
    ...implement(showWidget, async () => ({ status: 204 })),
    handle: async () => answer(),
  };
  return start([endpoint], options);
}

describe('a response', () => {
  it('has its headers, without those that are undefined', async () => {
    const { url } = await startWith(() => ({
      status: 200,
      body: { id: 'a', note: undefined },
      headers: { Location: '/widget', Link: undefined, 'Cache-Control': 'max-age=9' },
    }));
    const answer = await fetch(`${url}/widget`);
    expect(Object.fromEntries(answer.headers)).toMatchObject({ location: '/widget', 'cache-control': 'max-age=9' });
    expect(answer.headers.has('Link')).toBe(false);
    expect(await answer.text()).toBe('{"id":"a"}');
  });

  it('may have no body', async () => {
    const { url } = await startWith(() => ({ status: 204 }));
    const answer = await fetch(`${url}/widget`);
    expect(answer.status).toBe(204);
    expect(answer.headers.has('Content-Type')).toBe(false);
  });

  it.each<[string, RouteResponse, string]>([
    ['another status', { status: 201, body: { id: 'a' } }, 'returned 201, which it does not declare'],
    ['another shape', { status: 200, body: { id: 7 } }, 'with a body that its schema rejects'],
    ['no body', { status: 200 }, 'with a body that its schema rejects'],
    [
      'an additional member',
      { status: 200, body: { id: 'a', secret: 'x' } },
      'with members that its schema does not define',
    ],
    ['a body without a schema', { status: 204, body: {} }, 'with a body, which it does not declare'],
    ['202 and no Location', { status: 202 }, 'returned 202 without a Location'],
  ])('with %s becomes a 500 if responses are checked', async (_what, answer, message) => {
    const { url, errors } = await startWith(() => answer);
    expect((await fetch(`${url}/widget`)).status).toBe(500);
    expect(errors).toEqual([expect.stringContaining(message)]);
    const unchecked = await startWith(() => answer, { checkResponses: false });
    expect((await fetch(`${unchecked.url}/widget`)).status).toBe(answer.status);
  });
});

describe('a thrown problem', () => {
  const thrown = (error: unknown) => () => {
    throw error;
  };
  const transition = { resource: { type: 'widget', id: 'a' }, currentStatus: 'NEW', requested: 'end', allowed: [] };

  it('is sent as its document with its headers', async () => {
    const { url, errors } = await startWith(thrown(unavailable('The database is unavailable.', 2)));
    const answer = await fetch(`${url}/widget`);
    expect(answer.headers.get('Retry-After')).toBe('2');
    expect(await problemIn(answer)).toMatchObject({ status: 503, code: 'unavailable' });
    expect(errors).toEqual([]);
  });

  it('becomes a 500 if its route does not declare it and responses are checked', async () => {
    for (const problem of [portabilityRejected('No.', 'X'), invalidStatusTransition(transition)]) {
      const { url, errors } = await startWith(thrown(problem));
      expect(await problemIn(await fetch(`${url}/widget`))).toMatchObject({ status: 500 });
      expect(errors).toEqual([
        `Error: showWidget raised ${problem.code}, which it does not declare. Add the code to \`problems\` in its ` +
          'route file.',
      ]);
    }
    const unchecked = await startWith(thrown(portabilityRejected('No.', 'X')), { checkResponses: false });
    expect((await fetch(`${unchecked.url}/widget`)).status).toBe(422);
  });

  it('becomes a 500 if its route does not declare its members and responses are checked', async () => {
    const [defaultErrors, ownErrors] = [
      [{ detail: '`a` is taken.', pointer: '/a' }],
      [{ detail: 'Line 1 is taken.', line: 1 }],
    ];
    const code = 'open-order';
    const invalidInput = (errors: readonly object[]) =>
      unprocessableRequest('It cannot be.', { code: 'invalid-input', errors });
    for (const problem of [
      conflict('It is taken.', { code }),
      conflict('It is taken.', { code, errors: defaultErrors }),
      invalidInput(ownErrors),
    ]) {
      const { url, errors } = await startWith(thrown(problem));
      expect((await fetch(`${url}/widget`)).status).toBe(500);
      expect(errors).toEqual([expect.stringContaining(`raised ${problem.code} with members that its schema rejects`)]);
    }
    for (const problem of [
      conflict('It is taken.', { code, errors: ownErrors, orderId: 'x' }),
      invalidInput(defaultErrors),
    ]) {
      const { url, errors } = await startWith(thrown(problem));
      expect((await fetch(`${url}/widget`)).status).toBe(problem.status);
      expect(errors).toEqual([]);
    }
  });

  it('becomes a 500 if its detail is not a sentence and responses are checked', async () => {
    const invalidProblems = [
      conflict('taken by another', { code: 'open-order' }),
      unprocessableRequest('It cannot be.', { code: 'invalid-input', errors: [{ detail: 'no' }] }),
    ];
    for (const problem of invalidProblems) {
      const { url, errors } = await startWith(thrown(problem));
      expect((await fetch(`${url}/widget`)).status).toBe(500);
      expect(errors).toEqual([expect.stringContaining('with a detail that is not a sentence')]);
    }
  });

  it('becomes a 500 without details if it is not a problem, and goes to onError', async () => {
    for (const error of [new Error('password=hunter2'), 'hunter2', undefined]) {
      const { url, errors } = await startWith(thrown(error));
      const problem = await problemIn(await fetch(`${url}/widget`));
      expect(Object.keys(problem)).toEqual(['type', 'title', 'status', 'instance', 'requestId', 'code']);
      expect(errors).toEqual([String(error)]);
    }
  });

  it('becomes a 500 without details if the response cannot be serialised', async () => {
    const { url, errors } = await startWith(() => ({ status: 200, body: 7n }), { checkResponses: false });
    expect(await problemIn(await fetch(`${url}/widget`))).toMatchObject({ status: 500 });
    expect(errors).toHaveLength(1);
  });
});

describe('an error in a middleware before the endpoints', () => {
  it('gets the same response as an error of an endpoint', async () => {
    const errors: unknown[] = [];
    const app = express();
    app.use('/broken', () => {
      throw new Error('hunter2');
    });
    mount(app, [], {
      deps: {},
      errorsBase,
      authenticate: () => expect.unreachable(),
      onError: (error) => errors.push(error),
    });
    const url = await listen(app);
    expect(await problemIn(await fetch(`${url}/broken`))).toMatchObject({ status: 500 });
    expect(errors).toEqual([new Error('hunter2')]);
  });
});

describe('a client that disconnects', () => {
  it('does not disturb others, and its request is reported', async () => {
    const client = new AbortController();
    const started = await startWith(() => {
      client.abort();
      return { status: 204 };
    });
    await expect(fetch(`${started.url}/widget`, { signal: client.signal })).rejects.toThrow();
    await expect.poll(() => started.answered).toEqual([expect.objectContaining({ route: showWidget })]);
    expect(started.errors).toEqual([]);
    expect((await fetch(`${started.url}/widget`)).status).toBe(204);
  });
});

describe('the report of a request', () => {
  it('has its route, its caller and its status', async () => {
    const { url, answered } = await startWith(() => {
      throw notFound('No widget.');
    });
    await (await fetch(`${url}/widget`)).text();
    await (await fetch(`${url}/nowhere`)).text();
    await expect.poll(() => answered.length).toBe(2);
    expect(answered.map(({ route, caller, response }) => [route?.name, caller, response.statusCode])).toEqual([
      ['showWidget', undefined, 404],
      [undefined, undefined, 404],
    ]);
    expect(answered[0]?.durationMs).toBeGreaterThan(0);
  });
});
