// Own code: csv-parse takes three times as long for rows with quotes, and 32 times for a record of many lines (decision
// 67).

/** A row with an open quote at the end of its line. */
export interface OpenRow {
  /** The values before the open quote. */
  readonly values: string[];
  /** The quoted text so far. */
  readonly quoted: string;
}

/**
 * Reads the values of a CSV row that ends with this line (RFC 4180), or the open row that continues in the next line;
 * undefined where text follows a closing quote. Spaces around values and quotes are ignored. A quote inside a value
 * that does not begin with one is an ordinary character.
 */
export function readCsvLine(
  text: string,
  { separator, openingPattern, separatorPattern }: CsvFormat = commaFormat,
  openRow?: OpenRow,
): readonly string[] | OpenRow | undefined {
  if (!text.includes(quote))
    return openRow
      ? { ...openRow, quoted: `${openRow.quoted}${text}\n` }
      : text.split(separator).map((value) => value.trim());
  const values = openRow?.values ?? [];
  let quoted = openRow?.quoted;
  for (let position = 0; position <= text.length; ) {
    const from = quoted === undefined ? matchEnd(openingPattern, text, position) : position;
    if (from === undefined) {
      const end = text.indexOf(separator, position);
      const to = end === -1 ? text.length : end;
      values.push(text.slice(position, to).trim());
      position = to + 1;
      continue;
    }
    const to = findClosingQuote(text, from);
    quoted = `${quoted ?? ''}${text.slice(from, to).replaceAll('""', quote)}`;
    if (to === undefined) return { values, quoted: `${quoted}\n` };
    values.push(quoted);
    quoted = undefined;
    const next = matchEnd(separatorPattern, text, to + 1);
    if (next === undefined) return undefined;
    position = text[next - 1] === separator ? next : text.length + 1;
  }
  return values;
}

const quote = '"';

/** How the values of a file are separated: by a comma, or by what a spreadsheet writes where it is the decimal sign. */
export interface CsvFormat {
  readonly separator: string;
  readonly openingPattern: RegExp;
  readonly separatorPattern: RegExp;
}

/** The format of files with a separator, which is one character. A tab that separates is no space around a value. */
export function csvFormat(separator: string): CsvFormat {
  const spaces = separator === '\t' ? String.raw`[^\S\t]*` : String.raw`\s*`;
  // `RegExp.escape` needs Node 24; the command line runs on 20.
  const escaped = `\\u${separator.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return {
    separator,
    openingPattern: new RegExp(`${spaces}"`, 'y'),
    separatorPattern: new RegExp(`${spaces}(?:${escaped}|$)`, 'y'),
  };
}

export const commaFormat = csvFormat(',');
const formats = [commaFormat, csvFormat(';'), csvFormat('\t')];

/** A column that a header must have, or the test of a header's names. */
export type HeaderTest = string | ((names: readonly string[]) => boolean);

/** The format in which a header has this column. A header that has it in none is read with commas. */
export const findFormat = (header: string, column: HeaderTest): CsvFormat => {
  const isHeader = typeof column === 'string' ? (names: readonly string[]) => names.includes(column) : column;
  return (
    formats.find((format) => {
      const names = readCsvLine(header, format);
      return names !== undefined && !('quoted' in names) && isHeader(names);
    }) ?? commaFormat
  );
};

function matchEnd(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Two quotes inside a quoted value are one quote. */
function findClosingQuote(text: string, from: number): number | undefined {
  let position = text.indexOf(quote, from);
  while (position !== -1 && text[position + 1] === quote) position = text.indexOf(quote, position + 2);
  return position === -1 ? undefined : position;
}
