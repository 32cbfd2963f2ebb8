interface Position {
  readonly line: number;
  readonly column: number;
}

/** The tokens that may follow. After a value comes a comma, a closing bracket, or the end if no bracket is open. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | 'after value';

const spaces = '[ \\t\\n\\r]*';
const text = '"[^"\\\\\\u0000-\\u001f]*(?:\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\\\\u0000-\\u001f]*)*"';
const number = '-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?';
const token = new RegExp(`${spaces}([{}[\\],:]|${text}|${number}|true|false|null)`, 'y');
const isScalar = (found: string) => /^["\-0-9tfn]/.test(found);

/**
 * Finds the position of the first token that is not valid JSON, or the end of the text. `JSON.parse` reports a position
 * only for some errors. This function reads the tokens and tracks the expected tokens and the open brackets.
 */
export function findJsonErrorPosition(json: string): Position {
  const openBrackets: string[] = [];
  let expected: Expected | undefined = 'value';
  let end = 0;
  for (;;) {
    token.lastIndex = end;
    const found = token.exec(json)?.[1];
    expected = found === undefined ? undefined : expectedAfterToken(found, expected, openBrackets);
    if (expected === undefined) return positionAfterSpaces(json, end);
    end = token.lastIndex;
  }
}

function expectedAfterToken(found: string, expected: Expected, openBrackets: string[]): Expected | undefined {
  if (expected === 'value' || expected === 'value or ]') {
    if (found === '{') return openBracket('}', 'name or }', openBrackets);
    if (found === '[') return openBracket(']', 'value or ]', openBrackets);
    if (isScalar(found)) return 'after value';
  }
  if ((expected === 'name' || expected === 'name or }') && found.startsWith('"')) return ':';
  if (expected === ':' && found === ':') return 'value';
  if (expected === 'after value' && found === ',' && openBrackets.length > 0)
    return openBrackets.at(-1) === '}' ? 'name' : 'value';
  if (expected === 'value' || expected === 'name' || expected === ':' || found !== openBrackets.at(-1))
    return undefined;
  openBrackets.pop();
  return 'after value';
}

function openBracket(closing: string, expected: Expected, openBrackets: string[]): Expected {
  openBrackets.push(closing);
  return expected;
}

function positionAfterSpaces(json: string, end: number): Position {
  const before = json.slice(0, end) + (/^[ \t\n\r]*/.exec(json.slice(end))?.[0] ?? '');
  const lines = before.split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
