/** A template literal: the offsets of its two backticks, and whether it is inside no other template. */
export interface Template {
  readonly start: number;
  readonly end: number;
  readonly isOutermost: boolean;
}

const startsWithSql =
  /^\s*(?:--[^\n]*\n\s*)*(?:(?:WITH|SELECT|INSERT|UPDATE|DELETE|MERGE)\b|\w+ AS (?:NOT )?(?:MATERIALIZED )?\()/;

/** The code before a template that is SQL, whatever it begins with. */
const takesSql = /(?:\bunprepared\(|\bstatement\(\s*(?:'[^'\n]*'|`[^`\n]*`|\w+)\s*,)\s*$/;

/** Finds the templates that are a statement, or the common table expressions of one. */
export function findSqlTemplates(text: string): readonly Template[] {
  return [...findTemplates(text)].filter(
    ({ start, end }) =>
      startsWithSql.test(text.slice(start + 1, end)) || takesSql.test(text.slice(Math.max(0, start - 200), start)),
  );
}

/** Matches comments, strings, and the delimiters of templates. */
const token = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\\`|`|\$\{|[{}]/g;

/** Finds the templates of a source file, including those in placeholders of others. */
function* findTemplates(text: string): Generator<Template> {
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
      const next = token.lastIndex;
      yield { start, end: found.index, isOutermost: !open.some(({ kind }) => kind === '`') };
      token.lastIndex = next;
    } else if (mark === '`' || mark === '${' || mark === '{') {
      open.push({ kind: mark, at: found.index });
    } else if (mark === '}') {
      open.pop();
    }
  }
}

/**
 * Replaces placeholders, quotes and comments by other characters of the same number, so that only the words of SQL are
 * left.
 */
export function maskTemplate(template: string): string {
  return maskPlaceholders(template).replaceAll(/--[^\n]*|'[^']*'|"[^"]*"/g, hide);
}

const hide = (text: string) => text.replaceAll(/[^\n]/g, '_');

function maskPlaceholders(template: string): string {
  let masked = '';
  let depth = 0;
  for (let at = 0; at < template.length; at += 1) {
    const opens = depth === 0 ? template.startsWith('${', at) : template[at] === '{';
    if (opens) depth += 1;
    masked += depth > 0 ? hide(template[at] ?? '') : template[at];
    if (depth > 0 && template[at] === '}') depth -= 1;
    if (opens && template[at] === '$') {
      masked += '_';
      at += 1;
    }
  }
  return masked;
}
