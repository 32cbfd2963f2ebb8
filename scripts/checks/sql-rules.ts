/** The longest SQL template that is allowed. A longer one is split into named parts, or its rules become a table that SQL joins. */
export const sqlLineLimit = 40;

const startsWithSql = /^\s*(?:--[^\n]*\n\s*)*(?:(?:WITH|SELECT|INSERT|UPDATE|DELETE|MERGE)\b|\w+ AS (?:NOT )?(?:MATERIALIZED )?\()/;

/** Templates of SQL with more lines than allowed, by the line at which they begin. */
export function findLongSql(text: string): readonly { readonly line: number; readonly lines: number }[] {
  return [...templatesOf(text)].flatMap(({ start, end }) => {
    const template = text.slice(start + 1, end);
    const lines = template.trim().split('\n').length;
    return startsWithSql.test(template) && lines > sqlLineLimit ? [{ line: text.slice(0, start).split('\n').length, lines }] : [];
  });
}

/** Comments, strings, and the marks that templates begin and end with. */
const token = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\\`|`|\$\{|[{}]/g;

/** Outermost templates: what is filled in belongs to them. */
function* templatesOf(text: string): Generator<{ readonly start: number; readonly end: number }> {
  const open: { readonly kind: '`' | '${' | '{'; readonly at: number }[] = [];
  token.lastIndex = 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [mark] = found;
    const inside = open.at(-1)?.kind;
    if (inside === '`' && mark !== '`' && mark !== '${') {
      // In a template only its end and a filled-in part count; a quote in it may have no other.
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
