/** A row whose line has ended within quotes. */
export interface OpenRow {
  /** Those before the quotes. */
  readonly values: string[];
  /** What stands within them so far. */
  readonly within: string;
}

/**
 * The values of a CSV row that ends with this line (RFC 4180, separated by commas), or the row that goes on in the next one; nothing where a
 * value goes on behind its closing quote. Blanks around values and their quotes do not count. A quote within a value that does not begin with one is itself.
 */
export function readCsvLine(text: string, begun?: OpenRow): readonly string[] | OpenRow | undefined {
  if (!text.includes(quote)) return begun ? { ...begun, within: `${begun.within}${text}\n` } : text.split(',').map((value) => value.trim());
  const values = begun?.values ?? [];
  let within = begun?.within;
  for (let at = 0; at <= text.length; ) {
    const from = within === undefined ? endOf(opening, text, at) : at;
    if (from === undefined) {
      const comma = text.indexOf(',', at);
      const to = comma === -1 ? text.length : comma;
      values.push(text.slice(at, to).trim());
      at = to + 1;
      continue;
    }
    const to = closingQuote(text, from);
    within = `${within ?? ''}${text.slice(from, to).replaceAll('""', quote)}`;
    if (to === undefined) return { values, within: `${within}\n` };
    values.push(within);
    within = undefined;
    const next = endOf(separator, text, to + 1);
    if (next === undefined) return undefined;
    at = text[next - 1] === ',' ? next : text.length + 1;
  }
  return values;
}

const quote = '"';
const opening = /\s*"/y;
const separator = /\s*(?:,|$)/y;

function endOf(form: RegExp, text: string, from: number): number | undefined {
  form.lastIndex = from;
  return form.test(text) ? form.lastIndex : undefined;
}

/** Two quotes within quotes are one that is meant. */
function closingQuote(text: string, from: number): number | undefined {
  let at = text.indexOf(quote, from);
  while (at !== -1 && text[at + 1] === quote) at = text.indexOf(quote, at + 2);
  return at === -1 ? undefined : at;
}
