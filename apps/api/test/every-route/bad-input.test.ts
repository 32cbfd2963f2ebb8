import type { Route } from '@linework/http/define-route';
import { parameterNames } from '@linework/http/define-route';
import { anActiveLine } from '@linework/testing/a-line';
import { runsOf } from '@linework/testing/run/sample';
import { takesLong } from '@linework/testing/run/takes-long';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createStateReader } from '../support/create-state-reader.ts';
import { everyRoute, namesRecord } from '../support/every-route.ts';
import { problemIn } from '../support/problem-in.ts';
import { recordsFor, recordsOfABroker } from '../support/records.ts';
import {
  aBodyFor,
  aQueryFor,
  inPath,
  type JsonSchema,
  jsonSchemaOf,
  mediaTypeFor,
  nearly,
  oddTexts,
} from '../support/sample-of.ts';
import { send } from '../support/send.ts';
import { startTestApi } from '../support/test-api.ts';

takesLong('many-cases');

const api = await startTestApi();
afterAll(() => api.close());
const readState = createStateReader(api.db);
const { key, keyId } = await api.anOperatorsClient();
const records = await recordsOfABroker(api);
for (let count = 0; count < 5; count += 1) await anActiveLine(api.db, { brokerId: records.broker.id });

const encode = (text: string) => encodeURIComponent(text.toWellFormed());
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const knownIds = (route: Route) => (namesRecord(route) ? recordsFor(route, records) : ['line']);
const pathWith = (route: Route, id: string) =>
  parameterNames(route.path).reduce((path, name) => path.replace(`{${name}}`, inPath(name, id)), route.path as string);
const pathsOf = (route: Route) =>
  fc
    .oneof(
      { weight: 15, arbitrary: fc.constantFrom(...knownIds(route)) },
      { weight: 1, arbitrary: fc.uuid() },
      { weight: 1, arbitrary: oddTexts.map(encode) },
    )
    .map((id) => pathWith(route, id));

/** A request waits for as long as it says. Times that are too long stay among the values. */
const valuesOf = (name: string, schema: JsonSchema) =>
  name === 'waitSeconds'
    ? fc.oneof(nearly({ ...schema, maximum: 1 }), fc.constant((schema.maximum ?? 0) + 1))
    : nearly(schema);

function queriesOf(route: Route): fc.Arbitrary<string> {
  const declared = Object.entries(jsonSchemaOf(route.query)?.properties ?? {});
  const one = ([name, schema]: (typeof declared)[number]) =>
    valuesOf(name, schema).map((value) => `${name}=${encode(asText(value))}`);
  const unknown = fc.tuple(oddTexts, oddTexts).map((pair) => pair.map(encode).join('='));
  const sometimes = fc.oneof({ weight: 15, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.tuple(unknown) });
  const known = declared.length === 0 ? fc.constant([]) : fc.array(fc.oneof(...declared.map(one)), { maxLength: 3 });
  return fc
    .tuple(known, sometimes)
    .map((both) => both.flat())
    .map((all) => (all.length === 0 ? '' : `?${all.join('&')}`));
}

/** Files with one or two lines, and sometimes random text. */
const oddFiles = fc.oneof(
  { weight: 12, arbitrary: oddTexts.map((text) => `externalCode,location\n${text},${text}\n`) },
  { weight: 1, arbitrary: oddTexts },
);

function bodiesOf(route: Route): fc.Arbitrary<string | undefined> {
  if (route.stream) return oddFiles;
  const schema = jsonSchemaOf(route.body);
  const json = (schema ? nearly(schema) : fc.constant({})).map((value) => JSON.stringify(value));
  const odd = fc.oneof(fc.constant(undefined), fc.string(), fc.json());
  return fc.oneof({ weight: 12, arbitrary: json }, { weight: 1, arbitrary: odd });
}

const oftenTheUsual = (usual: string, others: readonly string[]) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
const visible = fc.stringMatching(/^[\x21-\x7e]{1,30}$/);
const headersOf = (route: Route) =>
  fc.record(
    {
      'Idempotency-Key': visible,
      'X-Correlation-Id': visible,
      'X-Request-Id': visible,
      Accept: oftenTheUsual('application/json', ['*/*', 'text/*', 'application/*;q=0.1', ',', '']),
      'Content-Type': oftenTheUsual(mediaTypeFor(route), ['application/json; charset=utf-8', 'text/plain', '']),
    },
    { requiredKeys: ['Content-Type'] },
  );

interface RandomRequest {
  readonly path: string;
  readonly query: string;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

const nearMissesOf = (route: Route): fc.Arbitrary<RandomRequest> =>
  fc.record({ path: pathsOf(route), query: queriesOf(route), body: bodiesOf(route), headers: headersOf(route) });

/** Valid requests, which are sent first. Random requests to a route with many members are rarely valid. */
function validRequestsOf(route: Route): readonly RandomRequest[] {
  const ids = knownIds(route);
  return Array.from({ length: Math.max(runsOf(ids.length), 4) }, (_, index) => ({
    path: pathWith(route, ids[index % ids.length] ?? ''),
    query: aQueryFor(route),
    body: aBodyFor(route),
    headers: { 'Content-Type': mediaTypeFor(route) },
  }));
}

/** A route with more members has more that can be wrong. A file has many forms. */
function randomCountFor(route: Route): number {
  const memberCount = [route.query, route.body].flatMap((input) =>
    Object.keys(jsonSchemaOf(input)?.properties ?? {}),
  ).length;
  return route.stream ? 45 : Math.min(45, 10 + 5 * memberCount);
}

const keepKey = `UPDATE api_key
   SET revoked_at = NULL, expires_at = NULL
   WHERE id = $1 AND (revoked_at, expires_at) IS DISTINCT FROM (NULL, NULL)`;

describe.each(everyRoute())('%s', (_name, route) => {
  it('responds to random input as declared, or with a problem and without a change', async () => {
    let before = await readState();
    let acceptedCount = 0;
    const valid = validRequestsOf(route);
    await fc.assert(
      fc.asyncProperty(nearMissesOf(route), async ({ path, query, body, headers }) => {
        const response = await send(api.port, {
          method: route.method,
          path: path + query,
          headers: { ...headers, 'X-API-Key': key },
          ...(body !== undefined && { body }),
        });
        // If a request rolls or revokes the key, every later response would be a 401.
        if (response.status < 400 && route.method !== 'get') await api.db.pool.query(keepKey, [keyId]);
        const [previous, current] = [before, await readState()];
        before = current;
        expect(response.headers['x-request-id']).toEqual(expect.any(String));
        expect(api.errors.splice(0)).toEqual([]);
        expect(response.status).toBeLessThan(500);
        if (response.status >= 400) {
          problemIn(response);
          expect(current).toEqual(previous);
        }
        if (![400, 406, 415].includes(response.status)) acceptedCount += 1;
      }),
      { examples: valid.map((request) => [request]), numRuns: valid.length + runsOf(randomCountFor(route)) },
    );
    expect(acceptedCount).toBeGreaterThan(3);
    expect((await send(api.port, { path: '/health/live' })).status).toBe(200);
  });
});
