import { findImportMediaType } from '@linework/schemas/inventory/import-file';
import { describe, expect, it } from 'vitest';
import { badRowsCsv } from '../src/pool-import/bad-rows-csv.ts';
import { describeFailure } from '../src/pool-import/describe-failure.ts';
import type { ImportFailure, ImportProblem } from '../src/pool-import/import-failure.ts';
import { byteText } from '../src/ui/text/byte-text.ts';

const answer = (status: number, problem: ImportProblem = {}): ImportFailure => ({ kind: 'answer', status, problem });

describe('a file to import', () => {
  it('is CSV or NDJSON by the end of its name, and nothing else', () => {
    expect(['a.csv', 'A.CSV', 'a.b.ndjson', 'a.jsonl'].map(findImportMediaType)).toEqual([
      'text/csv',
      'text/csv',
      'application/x-ndjson',
      'application/x-ndjson',
    ]);
    expect(['a.xlsx', 'a.csv.zip', 'constructor', ''].map(findImportMediaType)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('has a size that is read at a glance', () => {
    expect([0, 1, 999, 1_000, 1_234_567, 52_000_000_000].map(byteText)).toEqual([
      '0 bytes',
      '1 byte',
      '999 bytes',
      '1 kB',
      '1.2 MB',
      '52 GB',
    ]);
  });
});

describe('the bad rows as CSV', () => {
  it('have the line, the code and the reason, with quotes where they are needed', () => {
    const rows = [
      {
        line: 3,
        externalCode: '**********0003',
        detail: 'Line 3 is not valid: externalCode must start with + and the country code.',
      },
      { line: 5, detail: 'Line 5 is not valid: has 2 columns, but the header has "3".' },
    ];
    expect(badRowsCsv(rows).split('\r\n')).toEqual([
      'line,externalCode,reason',
      '3,**********0003,externalCode must start with + and the country code.',
      '5,,"has 2 columns, but the header has ""3""."',
      '',
    ]);
  });

  it('have no formula that a spreadsheet would calculate', () => {
    expect(
      badRowsCsv([{ line: 2, externalCode: '=HYPERLINK("https://evil.example")', detail: 'Line 2 is not valid: x.' }]),
    ).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  });
});

describe('a failed import', () => {
  it('says that earlier rows stay, where some may have been imported', () => {
    const failures: readonly ImportFailure[] = [
      { kind: 'stopped' },
      { kind: 'connection' },
      { kind: 'file' },
      answer(500, { detail: 'It failed.' }),
    ];
    for (const failure of failures) {
      expect(describeFailure(failure, false)).toContain('The rows that were imported before stay in the pool.');
      expect(describeFailure(failure, true)).toContain('Nothing was imported.');
    }
  });

  it('says that nothing was imported, where the server refused the file', () => {
    expect(describeFailure(answer(422, { detail: 'The file is empty.' }), false)).toBe(
      'The file is empty. Nothing was imported.',
    );
    expect(describeFailure(answer(403, { detail: 'This needs the role administrator.' }), false)).toBe(
      'This needs the role administrator. Nothing was imported.',
    );
    expect(describeFailure(answer(401), false)).toBe(
      'Your session has ended. Nothing was imported. Sign in, and choose the file again.',
    );
  });

  it('says what to do with a file that is too large', () => {
    expect(describeFailure(answer(413), false)).toContain('Split the file, and import its parts.');
  });

  it('says how far it came before the database was unreachable', () => {
    expect(
      describeFailure(
        answer(503, { detail: 'The database is not reachable.', imported: 1_200, processedToLine: 1_203 }),
        false,
      ),
    ).toContain('At least 1,200 rows were imported, and all rows up to line 1,203 were imported or are bad.');
    expect(describeFailure(answer(503, { detail: 'Too many imports are running.' }), true)).toBe(
      'Too many imports are running. Nothing was imported.',
    );
  });

  it('has words for an answer that is no problem document', () => {
    expect(describeFailure(answer(502), false)).toContain('The server answered with the status 502.');
  });
});
