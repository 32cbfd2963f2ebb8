import { writeFileSync } from 'node:fs';
import type { Route } from '@linework/http/define-route';
import { parameterNames } from '@linework/http/define-route';
import { afterAll, describe, expect, it } from 'vitest';
import { startConsoleOf } from '../console/test-console.ts';
import { everyRoute, needsKey } from '../support/every-route.ts';
import { recordsFor } from '../support/records.ts';
import { aBodyFor, aQueryFor, mediaTypeFor } from '../support/sample-of.ts';
import { type PlainResponse, send } from '../support/send.ts';
import { startTestApi } from '../support/test-api.ts';
import { type ExampleRequest, exampleRequests } from './example-requests.ts';
import { createExampleWorld } from './example-world.ts';
import { recordedRequest, recordedResponse } from './recorded.ts';

const api = await startTestApi();
const world = await createExampleWorld(api);
/** Only a person sends these operations, so their examples come from the console. */
const forPeople: ReadonlySet<string> = new Set(['approveBulkOperation']);
const people = await startConsoleOf(api);
const recorded: Record<string, unknown> = {};
/** Set by `npm run examples`, which records the examples. */
const file = process.env['EXAMPLES_FILE'];

afterAll(async () => {
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`);
  await people.close();
});

/**
 * The requests that may succeed, most likely first: the one of the list, or one for each record of the kind in the
 * path.
 */
async function requestsFor(route: Route): Promise<readonly ExampleRequest[]> {
  const listed = exampleRequests[route.name];
  if (listed) return [await listed(world)];
  const names = parameterNames(route.path);
  if (names.length === 0) return [{}];
  return recordsFor(route, world.records).map((id) => ({ path: Object.fromEntries(names.map((name) => [name, id])) }));
}

/** Reads the beginning of a stream that has no end. */
async function readStart(path: string, headers: Readonly<Record<string, string>>): Promise<PlainResponse> {
  const ending = new AbortController();
  const response = await fetch(`${api.url}${path}`, { headers, signal: ending.signal });
  const { value } = (await response.body?.getReader().read()) ?? {};
  ending.abort();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: new TextDecoder().decode(value),
  };
}

async function sendRequest(
  route: Route,
  { path = {}, query, body }: ExampleRequest,
): Promise<PlainResponse & { readonly sent: ReturnType<typeof recordedRequest> }> {
  const content = typeof body === 'string' ? body : body === undefined ? aBodyFor(route) : JSON.stringify(body);
  const filled = Object.entries(path).reduce(
    (filledIn, [name, value]) => filledIn.replace(`{${name}}`, encodeURIComponent(value)),
    route.path as string,
  );
  const search = query === undefined ? aQueryFor(route) || shortList(route) : `?${new URLSearchParams(query)}`;
  const key = route.scope === 'operator' || route.name === 'importResources' ? world.operator.key : world.client.key;
  const headers = {
    ...(needsKey(route) && { 'X-API-Key': key }),
    ...(content !== undefined && { 'Content-Type': mediaTypeFor(route) }),
  };
  if (forPeople.has(route.name)) {
    const page = await people.signedIn('operator');
    return {
      ...(await page.call(route.method.toUpperCase(), filled)),
      sent: recordedRequest({ path: filled, mediaType: undefined, content: undefined }),
    };
  }
  const isEndless = Object.values(route.responses).some(({ eventStream }) => eventStream !== undefined);
  const response = isEndless
    ? await readStart(filled + search, headers)
    : await send(api.port, {
        method: route.method,
        path: filled + search,
        headers,
        ...(content !== undefined && { body: content }),
      });
  await world.worker.handleWakeUps();
  return { ...response, sent: recordedRequest({ path: filled + search, mediaType: headers['Content-Type'], content }) };
}

/** A list of two records is enough for an example. */
const shortList = ({ query }: Route) => (query?.shape['limit'] === undefined ? '' : '?limit=2');

const order: Readonly<Record<Route['method'], number>> = { get: 0, post: 1, patch: 2, put: 2, delete: 3 };
const sorted = everyRoute().toSorted(([, one], [, other]) => order[one.method] - order[other.method]);

describe.each(sorted)('%s', (_name, route) => {
  it('succeeds for the request of its example', async () => {
    const refused: string[] = [];
    for (const request of await requestsFor(route)) {
      const response = await sendRequest(route, request);
      if (response.status < 300) {
        recorded[route.name] = { request: response.sent, response: recordedResponse(response) };
        return;
      }
      refused.push(`${response.status} ${response.text}`);
    }
    expect(refused, 'no request succeeded').toEqual([]);
  });
});
