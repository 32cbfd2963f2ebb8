import { formatCells } from '@linework/schemas/values/csv-row';
import { runsOf } from '@linework/testing/run/sample';
import { takesLong } from '@linework/testing/run/takes-long';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getCodeReader } from '../../src/external-codes/get-code-reader.ts';
import { readCsvRows } from '../../src/import/csv-rows.ts';
import { validateImsis } from '../../src/import/validate-imsis.ts';
import { readFile, showRow } from './read-file.ts';

takesLong('many-cases');

const rowsOf = async (content: string | Uint8Array) => (await readFile('csv', content)).map(showRow);

describe('a CSV file', () => {
  it('yields resources with their lines', async () => {
    const rows = await rowsOf('externalCode,location,attributes.color,metadata.batch\na,SP,red,7\nb,,,\n');
    expect(rows).toEqual([
      { line: 2, externalCode: 'a', location: 'SP', attributes: { color: 'red' }, metadata: { batch: '7' } },
      { line: 3, externalCode: 'b' },
    ]);
  });

  it.each([
    ['ends without a line end', 'externalCode\na'],
    ['has Windows line ends', 'externalCode\r\na\r\n'],
    ['starts with a byte order mark', '\ufeffexternalCode\na\n'],
    ['has spaces around its values', ' externalCode \n a \n'],
    ['is UTF-16 with a byte order mark', Buffer.from('\ufeffexternalCode\na\n', 'utf16le')],
    ['has quotes', '"externalCode"\n"a"\n'],
  ])('that %s is read', async (_, content) => expect(await rowsOf(content)).toEqual([{ line: 2, externalCode: 'a' }]));

  it('may have empty lines, which are counted', async () => {
    expect(await rowsOf('externalCode\n\n\na\n\nb\n')).toEqual([
      { line: 4, externalCode: 'a' },
      { line: 6, externalCode: 'b' },
    ]);
  });

  it('may have objects as JSON, and quotes and line ends inside quotes', async () => {
    expect(await rowsOf('externalCode,attributes,location\na,"{""imsi"":""1"",\n""n"":[1,{}]}","x, y"\nb,,\n')).toEqual(
      [
        { line: 3, externalCode: 'a', location: 'x, y', attributes: { imsi: '1', n: [1, {}] } },
        { line: 4, externalCode: 'b' },
      ],
    );
  });

  it.each([
    ['with a value in a column without a name', 'externalCode,\na,b\n', 'has a value in a column without a name'],
    ['with fewer values', 'externalCode,location\na\n', 'has 1 columns, but the header has 2'],
    ['with more values', 'externalCode\na,b\n', 'has 2 columns, but the header has 1'],
    ['without a code', 'externalCode,location\n,SP\n', 'externalCode must be 1 to 64 visible characters'],
    ['with a NUL', 'externalCode,location\na,x\u0000\n', 'contains a NUL character or half a surrogate pair'],
    ['with a long location', `externalCode,location\na,${'x'.repeat(201)}\n`, 'location is longer than 200 characters'],
    ['with broken JSON', 'externalCode,attributes\na,{\n', 'attributes is not valid JSON'],
    ['with a list for an object', 'externalCode,metadata\na,[]\n', 'metadata is not a JSON object'],
    [
      'with a NUL in JSON',
      'externalCode,metadata\na,"{""x"":""\\u0000""}"\n',
      'metadata x: contains a NUL character or half a surrogate pair',
    ],
    ['with a forbidden member', 'externalCode,metadata\na,"{""__proto__"":1}"\n', 'metadata is not a JSON object'],
  ])('reports a row %s and continues', async (_, content, reason) => {
    const rows = await rowsOf(`${content}${content.split('\n')[0]?.replaceAll(/[^,]+/g, '').replace(/^/, 'good')}\n`);
    expect(rows[0]).toMatchObject({ line: 2, reason });
    expect(rows[1]).toEqual({ line: 3, externalCode: 'good' });
  });

  it.each([
    ['semicolons', '\ufeffexternalCode;location\r\na;SP\r\nb;"R;J"\r\n', 2],
    ['tabs', 'externalCode\tlocation\na\tSP\nb\t"R;J"\n', 2],
    ['the separator in a line of its own', '\ufeff"sep=|"\r\nexternalCode|location\r\na|SP\r\nb|"R;J"\r\n', 3],
    ['a comma in a line of its own', 'sep=,\nexternalCode,location\na,SP\nb,R;J\n', 3],
    ['empty columns at the end', 'externalCode,location,,\na,SP,,\n,,,\nb,R;J\n', 2],
  ])('of a spreadsheet with %s is read', async (_, content, line) => {
    const rows = await rowsOf(content);
    expect(rows).toEqual([
      { line, externalCode: 'a', location: 'SP' },
      { line: expect.any(Number), externalCode: 'b', location: 'R;J' },
    ]);
  });

  it('of a spreadsheet may have an apostrophe before a number, and tells which numbers were rounded', async () => {
    const file = "externalCode;attributes.imsi\n'8955010000000000047;7\n8,95501E+18;7\n8955010000000000013;7,2E+14\n";
    const bytes = (async function* () {
      yield Buffer.from(file);
    })();
    const options = { readCode: getCodeReader('SIM'), checkDigit: 'present' } as const;
    const rows = await Array.fromAsync(validateImsis(readCsvRows(bytes, options)));
    expect(rows).toEqual([
      { line: 2, reason: 'attributes/imsi: must be 14 or 15 digits', externalCode: '8955010000000000047' },
      { line: 3, reason: expect.stringContaining('externalCode was rounded'), externalCode: '8,95501E+18' },
      { line: 4, reason: expect.stringContaining('imsi: was rounded'), externalCode: '8955010000000000013' },
    ]);
  });

  it('reports a row that is not UTF-8 and continues', async () => {
    const bytes = Buffer.concat([
      Buffer.from('externalCode,location\na,S'),
      Buffer.from([0xe3]),
      Buffer.from('o\nb,São\n'),
    ]);
    expect(await rowsOf(bytes)).toEqual([
      { line: 2, reason: 'is not UTF-8 text', externalCode: 'a' },
      { line: 3, externalCode: 'b', location: 'São' },
    ]);
  });

  it.each([
    ['nothing', '', 'empty-file'],
    ['empty lines only', '\n\n', 'empty-file'],
    ['no externalCode column', 'code,location\na,b\n', 'bad-header'],
    ['no header', '+5511987654321\n', 'bad-header'],
    ['other separators', 'externalCode|location\na|b\n', 'bad-header'],
    ['a column twice', 'externalCode,externalCode\na,b\n', 'bad-header'],
    ['an unknown column', 'externalCode,colour\na,b\n', 'bad-header'],
    ['a column without a name', 'externalCode,,location\na,,b\n', 'bad-header'],
    ['an attribute without a name', 'externalCode,attributes.\na,b\n', 'bad-header'],
    ['a forbidden attribute name', 'externalCode,attributes.__proto__\na,b\n', 'bad-header'],
    ['attributes in both forms', 'externalCode,attributes,attributes.x\na,,b\n', 'bad-header'],
    ['an unclosed quote in the header', '"externalCode\na\n', 'bad-header'],
    ['a header without an end', `externalCode${','.repeat(70_000)}`, 'bad-header'],
  ])('with %s is rejected', async (_, content, code) => {
    await expect(readFile('csv', content, 1_000)).rejects.toMatchObject({ code });
  });

  it.each([
    ['with text after a quote', 'bad,"Rua" B', 'has text after a closing quote'],
    ['with an unclosed quote', 'bad,"Rua B', 'opens a quote that is not closed'],
    ['that is too long', `bad,${'x'.repeat(70_000)}`, 'is longer than 65536 bytes'],
    ['that is too long inside quotes', `bad,"${'x'.repeat(70_000)}"`, 'is longer than 65536 bytes'],
  ])('reports a row %s and keeps the rows around it', async (_, row, reason) => {
    const good = (line: number) => ({ line, externalCode: `c${line}` });
    expect(await rowsOf(`externalCode,location\nc2,\n${row}\nc4,\nc5,\n`)).toEqual([
      good(2),
      { line: 3, reason },
      good(4),
      good(5),
    ]);
  });

  it('reports the row with a quote that is closed only by a quote of a later row', async () => {
    expect(await rowsOf('externalCode,location\na,"Rua\nb,\nc,"Rua"\nd,\n')).toEqual([
      { line: 2, reason: 'has text after a closing quote' },
      { line: 3, externalCode: 'b' },
      { line: 4, externalCode: 'c', location: 'Rua' },
      { line: 5, externalCode: 'd' },
    ]);
  });

  it('reports the row with a quote that would swallow the file, and continues', async () => {
    const codes = Array.from({ length: 30_000 }, (_, at) => `c${at}`);
    const rows = await readFile('csv', `externalCode\na\n"b\n${codes.join('\n')}`, 1_000);
    expect(rows.slice(0, 3).map(showRow)).toEqual([
      { line: 2, externalCode: 'a' },
      { line: 3, reason: 'opens a quote that is not closed within 65536 bytes' },
      { line: 4, externalCode: 'c0' },
    ]);
    expect(rows).toHaveLength(2 + codes.length);
  });

  it('may have quotes inside values that do not begin with one', async () => {
    expect(await rowsOf('externalCode,location\na,5" pipe\nb, "x ""y"" z" \n')).toEqual([
      { line: 2, externalCode: 'a', location: '5" pipe' },
      { line: 3, externalCode: 'b', location: 'x "y" z' },
    ]);
  });

  it('reports a row with text directly after a closing quote, which is no value', async () => {
    expect(await rowsOf('externalCode,location\na,"Rua"B\nb,SP\n')).toEqual([
      { line: 2, reason: 'has text after a closing quote' },
      { line: 3, externalCode: 'b', location: 'SP' },
    ]);
  });

  it('may mix line ends, and each counts as one line', async () => {
    expect(await rowsOf('\ufeff"externalCode",location\r\na,SP\nb,RJ\r\n\r\nc,""\n')).toEqual([
      { line: 2, externalCode: 'a', location: 'SP' },
      { line: 3, externalCode: 'b', location: 'RJ' },
      { line: 5, externalCode: 'c' },
    ]);
  });

  it('keeps Windows line ends and empty lines inside quotes', async () => {
    expect(await rowsOf('externalCode,location\r\na,"x\r\n\r\ny"\r\nb,z\r\n')).toEqual([
      { line: 4, externalCode: 'a', location: 'x\r\n\r\ny' },
      { line: 5, externalCode: 'b', location: 'z' },
    ]);
  });

  it('does not end a line at a carriage return alone', async () => {
    expect(await rowsOf('externalCode,location\na,x\ry\nb,z\n')).toEqual([
      { line: 2, externalCode: 'a', location: 'x\ry' },
      { line: 3, externalCode: 'b', location: 'z' },
    ]);
  });

  it.each([
    ['a value', 'x'.repeat(1024 * 1024)],
    ['a quoted value', `"${'x'.repeat(1024 * 1024)}"`],
  ])('reports a row with %s of 1 MiB and continues', async (_, value) => {
    const rows = await readFile('csv', `externalCode,location\na,${value}\nb,z\n`, 65_536);
    expect(rows.map(showRow)).toEqual([
      { line: 2, reason: 'is longer than 65536 bytes' },
      { line: 3, externalCode: 'b', location: 'z' },
    ]);
  });

  it('reports the number of values of a row with thousands too many', async () => {
    expect(await rowsOf(`externalCode,location\na${','.repeat(20_000)}\nb,z\n`)).toEqual([
      { line: 2, externalCode: 'a', reason: 'has 20001 columns, but the header has 2' },
      { line: 3, externalCode: 'b', location: 'z' },
    ]);
  });

  it('raises the errors of its source', async () => {
    const gone = new Error('gone');
    const chunks = (async function* () {
      yield Buffer.from('externalCode\na\n');
      throw gone;
    })();
    await expect(
      Array.fromAsync(readCsvRows(chunks, { readCode: (code) => ({ code }), checkDigit: 'present' })),
    ).rejects.toBe(gone);
  });

  it('is read back as the lists of Linework write it, in chunks of any size', async () => {
    // U+FFFD stands for bytes that are not UTF-8 and is rejected like them.
    const value = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\ufffd', '?').trim());
    const row = fc.tuple(fc.stringMatching(/^[!-~]{1,20}$/), value, value);
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 50 }),
        async (written, chunkBytes) => {
          const content = ['externalCode,attributes.x,metadata.y', ...written.map(formatCells)].join('\n');
          const rows = await readFile('csv', content, chunkBytes);
          expect(rows.map((one) => showRow({ ...one, line: 0 }))).toEqual(
            written.map(([externalCode, x, y]) => ({
              line: 0,
              externalCode,
              ...(x && { attributes: { x } }),
              ...(y && { metadata: { y } }),
            })),
          );
        },
      ),
      { numRuns: runsOf(200) },
    );
  });
});
