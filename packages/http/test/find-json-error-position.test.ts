import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonErrorPosition } from '../src/request/find-json-error-position.ts';

describe('the position of the first error in JSON', () => {
  it.each([
    ['', 1, 1],
    ['  ', 1, 3],
    ['abc', 1, 1],
    ['{', 1, 2],
    ['{"a" 1}', 1, 6],
    ['{"a":1,}', 1, 8],
    ['{a:1}', 1, 2],
    ["{'a':1}", 1, 2],
    ['[1,]', 1, 4],
    ['[1 2]', 1, 4],
    ['[1}', 1, 3],
    ['{"a":[1,{"b":tru}]}', 1, 14],
    ['01', 1, 2],
    ['1.', 1, 2],
    ['-', 1, 1],
    ['nullnull', 1, 5],
    ['{} {}', 1, 4],
    ['1,', 1, 2],
    ['"a\nb"', 1, 1],
    ['["\\x"]', 1, 2],
    ['{\n  "a": [\n    1,\n    oops\n  ]\n}', 4, 5],
    ['\ufeff{}', 1, 1],
  ])('in %j is line %i, column %i', (text, line, column) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(findJsonErrorPosition(text)).toEqual({ line, column });
  });

  it('is the position of an invalid token between any two tokens', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, number) => {
        const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g) ?? [];
        const before = tokens.slice(0, number % (tokens.length + 1)).join(' ');
        const after = tokens.slice(number % (tokens.length + 1)).join(' ');
        expect(findJsonErrorPosition(`${before} @ ${after}`)).toEqual({ line: 1, column: before.length + 2 });
      }),
    );
  });
});
