import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { implement } from '../src/implement.ts';
import { endpoints, lineId, renameLine } from './support/endpoints.ts';
import { problemIn, readerKey, sendPlain, start, writerKey } from './support/start.ts';

const path = `/lines/${lineId}`;
const asReader = { 'X-API-Key': readerKey };
const asWriter = { 'X-API-Key': writerKey };
const json = { ...asWriter, 'Content-Type': 'application/json' };

/** Returns the errors that a 400 lists. */
async function errorsOf(address: string, init: RequestInit): Promise<unknown> {
  const { url } = await start(endpoints);
  const problem = await problemIn(await fetch(url + address, init));
  expect(problem).toMatchObject({ status: 400, type: 'https://linework.example/problems/validation-error' });
  return problem['errors'];
}

/** Sends a body and returns the problem. */
async function problemOf(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const { url } = await start(endpoints);
  return problemIn(await fetch(url + path, { method: 'PATCH', headers: { ...json, ...headers }, body }));
}

describe('parameters', () => {
  it('are all reported at once by their names if they are invalid', async () => {
    expect(await errorsOf('/lines/x?part=name,colour&limit=9&deep=yes&page=1', { headers: asReader })).toEqual([
      { detail: '`id` must be a UUID.', parameter: 'id' },
      { detail: '`part` must be one of name, sim.', parameter: 'part' },
      { detail: '`limit` must be a whole number from 1 to 5.', parameter: 'limit' },
      { detail: '`deep` must be true or false.', parameter: 'deep' },
      { detail: '`page` is not a known parameter.', parameter: 'page' },
    ]);
  });

  it('are rejected if a single value is sent twice', async () => {
    expect(await errorsOf(`${path}?limit=1&limit=2`, { headers: asReader })).toEqual([
      { detail: '`limit` is sent more than once.', parameter: 'limit' },
    ]);
  });

  it.each(['part=', 'part=,'])('are reported as empty and not as missing: %s', async (query) => {
    expect(await errorsOf(`${path}?${query}`, { headers: asReader })).toContainEqual({
      detail: '`part` is empty.',
      parameter: 'part',
    });
  });

  it('are rejected under any name if none are declared', async () => {
    expect(await errorsOf('/health/live?a=1&__proto__=2&constructor=3', {})).toEqual(
      ['a', '__proto__', 'constructor'].map((parameter) => ({
        detail: `\`${parameter}\` is not a known parameter.`,
        parameter,
      })),
    );
  });

  it.each([
    '/lines/%zz',
    '/lines/%ff',
    '/lines/%00',
    '/health/live?a=%',
    '/health/live?%ff=1',
    '/health/live?a=%00',
    '/%',
  ])('are rejected if their encoding is invalid: %s', async (malformedPath) => {
    const { port } = await start(endpoints);
    const response = await sendPlain(port, { path: malformedPath, headers: asReader });
    expect(JSON.parse(response.text)).toMatchObject({ status: 400, code: 'malformed-url' });
  });

  it('are rejected in a URL of more than 8 KiB', async () => {
    const { port } = await start(endpoints);
    const response = await sendPlain(port, { path: `/health/live?a=${'x'.repeat(8 * 1024)}` });
    expect(JSON.parse(response.text)).toMatchObject({ status: 414, code: 'url-too-long' });
  });
});

describe('headers', () => {
  it.each([['Idempotency-Key'], ['X-Correlation-Id']])(
    '%s must be one word of visible characters, and is reported together with other errors',
    async (name) => {
      const { port } = await start(endpoints);
      for (const value of ['', 'a b', 'x'.repeat(256), ['a', 'b'], 'é']) {
        const response = await sendPlain(port, {
          method: 'POST',
          path: '/lines/x/block',
          headers: { ...asWriter, 'Content-Length': '0', [name]: value },
        });
        expect(response.status).toBe(400);
        expect(JSON.parse(response.text)).toMatchObject({
          errors: [
            { detail: `\`${name}\` must be 1 to 255 visible ASCII characters, sent once.`, parameter: name },
            { parameter: 'id' },
          ],
        });
      }
    },
  );

  it('lead to a 400 if they are the only error', async () => {
    expect(
      await errorsOf(`${path}/block`, { method: 'POST', headers: { ...asWriter, 'Idempotency-Key': 'a b' } }),
    ).toEqual([expect.objectContaining({ parameter: 'Idempotency-Key' })]);
  });

  it.each(['Idempotency-Key', 'X-Correlation-Id'])('%s is ignored by a route that changes nothing', async (name) => {
    const { url } = await start(endpoints);
    expect((await fetch(url + path, { headers: { ...asReader, [name]: 'a b' } })).status).toBe(200);
  });
});

describe('a body', () => {
  it('has all its errors reported at once by their pointers', async () => {
    const body = JSON.stringify({ names: ['a', '', 7], 'col/our': 1, metadata: [] });
    expect(await errorsOf(`${path}?x=1`, { method: 'PATCH', headers: json, body })).toEqual([
      { detail: '`x` is not a known parameter.', parameter: 'x' },
      { detail: '`names[1]` must have at least 1 character.', pointer: '/names/1' },
      { detail: '`names[2]` must be a string.', pointer: '/names/2' },
      { detail: '`metadata` must be an object.', pointer: '/metadata' },
      { detail: '`col/our` is not a known member.', pointer: '/col~1our' },
    ]);
  });

  it('is missing if it is empty, and so are its members', async () => {
    expect(await errorsOf(path, { method: 'PATCH', headers: asWriter })).toEqual([
      { detail: 'The body is missing.', pointer: '' },
    ]);
    expect(await errorsOf(path, { method: 'PATCH', headers: json, body: '{}' })).toEqual([
      { detail: '`names` is missing.', pointer: '/names' },
    ]);
  });

  it('has values that cannot be stored reported together with all other errors', async () => {
    const body = '{"metadata":{"a":"x\\u0000","b":[1e999,"\\ud800"]},"zzz":1}';
    expect(await errorsOf('/lines/zzz?foo=1', { method: 'PATCH', headers: json, body })).toMatchObject([
      { parameter: 'id' },
      { parameter: 'foo' },
      { pointer: '/metadata/a' },
      { pointer: '/metadata/b/0' },
      { pointer: '/metadata/b/1' },
      { pointer: '/names' },
      { pointer: '/zzz' },
    ]);
  });

  it('has at most 100 errors listed, and all of them counted', async () => {
    const withErrors = (count: number) =>
      JSON.stringify({
        names: [],
        ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, 1])),
      });
    const many = await problemOf(withErrors(150));
    expect(many).toMatchObject({
      detail: 'The request has 150 errors. The first 100 are listed.',
      errors: { length: 100 },
    });
    expect(await problemOf(withErrors(100))).toMatchObject({
      detail: 'The request has 100 errors.',
      errors: { length: 100 },
    });
  });

  it.each([
    '8955990000000020056',
    '-9007199254740993',
    '0.1000000000000000055511151231257827',
    '12345678901234567.5',
    '9007199254740993.25e3',
    '1e400',
  ])('with a number that cannot be preserved is rejected: %s', async (number) => {
    const problem = await problemOf(`{"names":[],"metadata":{"deep":[{"iccid":${number}}]}}`);
    expect(problem).toMatchObject({
      status: 400,
      errors: [{ pointer: '/metadata/deep/0/iccid', detail: expect.stringContaining('string') }],
    });
  });

  it('with a number that cannot be preserved gets one error, even if the schema rejects it too', async () => {
    const withAmount = implement({ ...renameLine, body: z.strictObject({ amount: z.int() }) }, async () => ({
      status: 202,
    }));
    const { url } = await start([withAmount]);
    const response = await fetch(url + path, {
      method: 'PATCH',
      headers: json,
      body: '{"amount":89559900000000200561}',
    });
    expect((await problemIn(response))['errors']).toMatchObject([
      { pointer: '/amount', detail: expect.stringContaining('string') },
    ]);
  });

  it('with a number that is preserved is accepted in any notation', async () => {
    const { url } = await start(endpoints);
    const numbers =
      '0.1,1.50,1.0,1e2,1E+2,100000000000000000000,1.00000000000000000000,9007199254740992,-0.30000000000000004,0.00000000000000000001,1e23';
    const body = `{"names":["8955990000000020056"],"metadata":{"numbers":[${numbers}]}}`;
    const response = await fetch(url + path, { method: 'PATCH', headers: json, body });
    expect(await response.json()).toMatchObject({
      names: ['8955990000000020056'],
      metadata: { numbers: JSON.parse(`[${numbers}]`) },
    });
  });

  it('must be empty, null or {} if none is declared', async () => {
    const { url } = await start(endpoints);
    const block = (body?: string) =>
      fetch(`${url}${path}/block`, { method: 'POST', headers: json, ...(body !== undefined && { body }) });
    expect((await block()).status).toBe(200);
    expect((await block('{}')).status).toBe(200);
    expect(await problemIn(await block('{"a":1}'))).toMatchObject({
      errors: [{ detail: '`a` is not a known member.', pointer: '/a' }],
    });
    expect((await block('[]')).status).toBe(400);
    expect((await block('null')).status).toBe(200);
  });

  it('may be JSON in any spelling of its media type', async () => {
    const { url } = await start(endpoints);
    for (const type of [
      'application/json; charset=utf-8',
      'application/json;Charset="UTF-8"',
      'application/json;charset=utf8',
      'Application/JSON',
    ]) {
      const response = await fetch(url + path, {
        method: 'PATCH',
        headers: { ...asWriter, 'Content-Type': type },
        body: '{"names":["é"]}',
      });
      expect(await response.json()).toMatchObject({ names: ['é'] });
    }
  });

  it('may have any JSON media type if the method is not PATCH', async () => {
    const { url } = await start(endpoints);
    const response = await fetch(`${url}${path}/block`, {
      method: 'POST',
      headers: { ...asWriter, 'Content-Type': 'application/vnd.lines+json' },
      body: '{}',
    });
    expect(response.status).toBe(200);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'multipart/form-data', ''])(
    'in %j is rejected with 415',
    async (type) => {
      expect(await problemOf('{"names":[]}', { 'Content-Type': type })).toMatchObject({
        status: 415,
        code: 'unsupported-media-type',
      });
    },
  );

  it.each(['utf-16', 'iso-8859-1', '"ISO-8859-1"', ''])('in the charset %s is rejected with 415', async (charset) => {
    const problem = await problemOf('{"names":[]}', { 'Content-Type': `application/json; charset=${charset}` });
    expect(problem).toMatchObject({
      status: 415,
      code: 'unsupported-media-type',
      detail: 'The body must be application/json in UTF-8.',
    });
  });

  it('that is compressed is rejected with 415', async () => {
    expect(await problemOf('x', { 'Content-Encoding': 'gzip' })).toMatchObject({
      status: 415,
      code: 'unsupported-encoding',
    });
  });

  it('that is not JSON is rejected with the position of the error, and not repeated', async () => {
    const problem = await problemOf('{"names": ["5511987654321"],\n "metadata": nope}');
    expect(problem).toMatchObject({
      status: 400,
      code: 'malformed-json',
      detail: 'The body is not JSON: see line 2, column 14.',
    });
    expect(JSON.stringify(problem)).not.toContain('5511987654321');
  });

  it('that is not UTF-8 is rejected', async () => {
    expect(await problemOf(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toMatchObject({
      status: 400,
      code: 'malformed-json',
      detail: 'The body is not UTF-8 text.',
    });
  });

  it.each([
    ['{"names":["a\\u0000"]}', '/names/0'],
    ['{"names":["a"],"metadata":{"a":{"b\\u0000":1}}}', '/metadata/a'],
    ['{"names":["\\ud800"]}', '/names/0'],
    ['{"names":["a"],"metadata":{"n":1e999}}', '/metadata/n'],
  ])('that PostgreSQL cannot store is rejected: %s', async (body, pointer) => {
    expect(await errorsOf(path, { method: 'PATCH', headers: json, body })).toEqual([
      expect.objectContaining({ pointer }),
    ]);
  });

  it('is accepted with up to 32 levels', async () => {
    const { url } = await start(endpoints);
    // The body and its metadata are the two outer levels.
    const nested = (levels: number) =>
      `{"names":["a"],"metadata":{"a":${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}}}`;
    const send = (body: string) => fetch(url + path, { method: 'PATCH', headers: json, body });
    expect((await send(nested(32))).status).toBe(200);
    expect(await problemIn(await send(nested(33)))).toMatchObject({ status: 400, code: 'body-too-deep' });
    expect(await problemIn(await send(nested(30_000)))).toMatchObject({ status: 400, code: 'body-too-deep' });
    expect(await problemIn(await send(nested(30_000).replace('[]', '[8955990000000020056]')))).toMatchObject({
      status: 400,
      code: 'body-too-deep',
    });
  });

  it('is accepted up to 64 KiB, with a content length or in chunks', async () => {
    const { url } = await start(endpoints);
    const frame = '{"names":[""]}'.length;
    const body = (length: number) => `{"names":["${'x'.repeat(length - frame)}"]}`;
    const send = (sent: string | ReadableStream) =>
      fetch(url + path, { method: 'PATCH', headers: json, body: sent, duplex: 'half' } as RequestInit);
    expect((await send(body(65_536))).status).toBe(200);
    expect((await send(new Blob([body(65_536)]).stream())).status).toBe(200);
    for (const length of [65_537, 1_000_000]) {
      expect(await problemIn(await send(body(length)))).toMatchObject({ status: 413, code: 'body-too-large' });
      expect(await problemIn(await send(new Blob([body(length)]).stream()))).toMatchObject({
        status: 413,
        code: 'body-too-large',
      });
    }
  });

  it('is accepted up to the limit of its route', async () => {
    const withHigherLimit = implement({ ...renameLine, bodyLimitBytes: 100_000 }, async () => ({
      status: 202,
      headers: { Location: '/lines' },
    }));
    const { url } = await start([withHigherLimit]);
    const frame = '{"names":[""]}'.length;
    const send = (length: number) =>
      fetch(url + path, { method: 'PATCH', headers: json, body: `{"names":["${'x'.repeat(length - frame)}"]}` });
    expect((await send(100_000)).status).toBe(202);
    expect(await problemIn(await send(100_001))).toMatchObject({
      status: 413,
      detail: 'The body is longer than 100000 bytes.',
    });
  });
});
