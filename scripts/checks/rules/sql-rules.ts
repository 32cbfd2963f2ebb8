/** The maximum number of lines of an SQL template. Split a longer one into named parts, or put its rules into a table that SQL joins. */
export const sqlLineLimit = 40;

const startsWithSql = /^\s*(?:--[^\n]*\n\s*)*(?:(?:WITH|SELECT|INSERT|UPDATE|DELETE|MERGE)\b|\w+ AS (?:NOT )?(?:MATERIALIZED )?\()/;

/** Finds SQL templates with too many lines, with their first line. */
export function findLongSql(text: string): readonly { readonly line: number; readonly lines: number }[] {
  return [...templatesOf(text)].flatMap(({ start, end }) => {
    const template = text.slice(start + 1, end);
    const lines = template.trim().split('\n').length;
    return startsWithSql.test(template) && lines > sqlLineLimit ? [{ line: text.slice(0, start).split('\n').length, lines }] : [];
  });
}

/** Matches comments, strings, and the delimiters of templates. */
const token = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\\`|`|\$\{|[{}]/g;

/** Finds the outermost templates, including their placeholders. */
function* templatesOf(text: string): Generator<{ readonly start: number; readonly end: number }> {
  const open: { readonly kind: '`' | '${' | '{'; readonly at: number }[] = [];
  token.lastIndex = 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [mark] = found;
    const inside = open.at(-1)?.kind;
    if (inside === '`' && mark !== '`' && mark !== '${') {
      // Inside a template only its end and placeholders matter, because a quote in it may have no closing quote.
      token.lastIndex = found.index + (mark === '\\`' ? 2 : 1);
    } else if (mark === '`' && inside === '`') {
      const start = open.pop()?.at ?? 0;
      if (!open.some(({ kind }) => kind === '`')) yield { start, end: found.index };
    } else if (mark === '`' || mark === '${' || mark === '{') {
      open.push({ kind: mark, at: found.index });
    } else if (mark === '}') {
      open.pop();
    }
  }
}
