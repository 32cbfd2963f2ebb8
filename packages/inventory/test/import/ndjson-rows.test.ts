import { runsOf } from '@linework/testing/run/sample';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFile, showRow } from './read-file.ts';

const rowsOf = async (content: string | Uint8Array) => (await readFile('ndjson', content, 1_000)).map(showRow);

describe('an NDJSON file', () => {
  it('yields resources with all their members and their lines', async () => {
    const full = {
      externalCode: 'a',
      location: 'SP',
      attributes: { x: [1, { y: null }] },
      metadata: { z: 'ü' },
      reservationTTL: 0,
      quarantineTTL: 5,
    };
    expect(await rowsOf(`${JSON.stringify(full)}\n\n{"externalCode":"b"}\r\n`)).toEqual([
      {
        line: 1,
        externalCode: 'a',
        location: 'SP',
        attributes: full.attributes,
        metadata: full.metadata,
        reservationTtl: 0,
        quarantineTtl: 5,
      },
      { line: 3, externalCode: 'b' },
    ]);
  });

  it('may begin with a byte order mark and end without a line end', async () => {
    expect(await rowsOf('\ufeff{"externalCode":"a"}')).toEqual([{ line: 1, externalCode: 'a' }]);
  });

  it.each([
    ['no JSON', '{"externalCode":', 'is not valid JSON'],
    ['not an object', '[1]', /^the row: /],
    ['without a code', '{}', 'externalCode: is missing'],
    ['with several errors', '{"location":1,"other":2}', /externalCode.*location.*other: is not a known member/],
    ['with a number for a code', '{"externalCode":5}', /^externalCode: /],
    ['with a NUL', '{"externalCode":"x","location":"\\u0000"}', /NUL/],
    ['with half a surrogate pair', '{"externalCode":"x","location":"\\ud800"}', /surrogate/],
    [
      'with a number that is too long',
      '{"externalCode":"x","attributes":{"iccid":8955123475872500001}}',
      /^attributes\/iccid: is a number with too many digits /,
    ],
    ['nested too deep', `{"externalCode":"x","metadata":${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`, /deeper/],
    [
      'longer than the limit',
      `{"externalCode":"x","metadata":{"x":"${'x'.repeat(70_000)}"}}`,
      'is longer than 65536 bytes',
    ],
  ])('reports a row that is %s and continues', async (_, line, reason) => {
    const rows = await rowsOf(`${line}\n{"externalCode":"good"}\n`);
    expect(rows[0]).toMatchObject({
      line: 1,
      reason: reason instanceof RegExp ? expect.stringMatching(reason) : reason,
    });
    expect(rows[1]).toEqual({ line: 2, externalCode: 'good' });
  });

  it('reports a row that is not UTF-8 and continues', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"externalCode":"'),
      Buffer.from([0xff]),
      Buffer.from('"}\n{"externalCode":"b"}'),
    ]);
    expect(await rowsOf(bytes)).toEqual([
      { line: 1, reason: 'is not UTF-8 text' },
      { line: 2, externalCode: 'b' },
    ]);
  });

  it.each(['', '\n', ' \r\n\n'])('without rows (%j) is rejected', async (content) => {
    await expect(readFile('ndjson', content)).rejects.toMatchObject({ code: 'empty-file' });
  });

  it('is read back as it was written, in chunks of any size', async () => {
    const object = fc.dictionary(
      fc.string({ unit: 'grapheme' }),
      fc.jsonValue({ maxDepth: 3, stringUnit: 'grapheme' }),
      { maxKeys: 3 },
    );
    const row = fc.record(
      { externalCode: fc.stringMatching(/^[!-~]{1,20}$/), metadata: object },
      { requiredKeys: ['externalCode'] },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1 }),
        fc.integer({ min: 1, max: 50 }),
        async (written, chunkBytes) => {
          // U+FFFD stands for bytes that are not UTF-8 and is rejected like them.
          fc.pre(!['__proto__', '\\u0000', '\ufffd'].some((refused) => JSON.stringify(written).includes(refused)));
          const rows = await readFile('ndjson', written.map((one) => JSON.stringify(one)).join('\n'), chunkBytes);
          const expected = written.map((one, at) => ({
            line: at + 1,
            ...(JSON.parse(JSON.stringify(one)) as typeof one),
          }));
          expect(rows.map(showRow)).toEqual(
            expected.map(({ metadata = {}, ...one }) => ({
              ...one,
              ...(Object.keys(metadata).length > 0 && { metadata }),
            })),
          );
        },
      ),
      { numRuns: runsOf(50) },
    );
  });
});
