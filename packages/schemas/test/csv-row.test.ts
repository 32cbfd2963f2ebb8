import { describe, expect, it } from 'vitest';
import { formatRow } from '../src/values/csv-row.ts';

describe('a row of a CSV file', () => {
  it('has quotes where RFC 4180 needs them, and ends with CR LF', () => {
    const row = formatRow(['a', 'b,c', 'say "no"', 'two\nlines', ' edge', '', undefined, null, 5, true]);
    expect(row).toBe('a,"b,c","say ""no""","two\nlines"," edge",,,,5,true\r\n');
  });

  it.each(['=1+1', '+cmd|x', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '-', '+55 11 9'])('has no formula for %j', (text) => {
    expect(formatRow([text]).replace(/^"/, '')).toMatch(/^'/);
  });

  it.each(['+5511987654321', '-12.50', '+1'])('keeps the signed number %j as it is', (text) => {
    expect(formatRow([text])).toBe(`${text}\r\n`);
  });

  it('has objects and lists as JSON', () => {
    expect(formatRow([['a', 'b'], { ticket: '=1' }])).toBe('"[""a"",""b""]","{""ticket"":""=1""}"\r\n');
  });
});
