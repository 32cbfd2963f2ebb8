import { visibleText } from '@linework/log/visible-text';

/** How a table looks. `width` is that of the terminal; without it nothing is cut. */
export interface TableStyle {
  readonly width: number | undefined;
  readonly paint: (name: PaintName, text: string) => string;
}

export type PaintName = 'bold' | 'dim' | 'good' | 'bad' | 'busy';

type Cells = Readonly<Record<string, string>>;

export interface TableLayout {
  readonly columns: readonly { readonly name: string; readonly width: number }[];
  /** The columns for which the terminal is too narrow. */
  readonly left: readonly string[];
}

const gap = '  ';
/** A column may be cut to this width; an id never is, because it is copied. */
const cutWidth = 24;

/**
 * Chooses the columns and their widths. Where the terminal is too narrow, the last columns are left out, but never the
 * id, which the next command needs.
 */
export function layOutTable(rows: readonly Cells[], names: readonly string[], { width }: TableStyle): TableLayout {
  const natural = names.map((name) => ({
    name,
    width: Math.max(name.length, ...rows.map((row) => textWidth(row[name] ?? ''))),
  }));
  if (width === undefined) return { columns: natural, left: [] };
  const columns: { name: string; width: number }[] = [];
  let used = 0;
  let keptForId = natural.reduce((sum, column) => (column.name === 'id' ? column.width + gap.length : sum), 0);
  if (keptForId > width - cutWidth) keptForId = 0;
  for (const { name, width: wanted } of natural) {
    if (name === 'id') keptForId = 0;
    const space = width - used - keptForId - (columns.length === 0 ? 0 : gap.length);
    const isId = name === 'id' || name.endsWith('Id');
    const smallest = isId ? wanted : Math.min(wanted, Math.max(name.length, cutWidth));
    if (columns.length > 0 && smallest > space) continue;
    const given = Math.max(1, Math.min(wanted, Math.max(space, smallest)));
    columns.push({ name, width: given });
    used += given + (columns.length === 1 ? 0 : gap.length);
  }
  return { columns, left: names.filter((name) => !columns.some((column) => column.name === name)) };
}

/** The line with the names of the columns. */
export const formatHeader = ({ columns }: TableLayout, { paint }: TableStyle): string =>
  paint('bold', formatLine(columns.map(({ name, width }) => pad(name, width))));

/** One line for each row. */
export function formatRows(
  rows: readonly Cells[],
  { columns }: TableLayout,
  { paint, width: terminal }: TableStyle,
): readonly string[] {
  // The widths are those of the first page. Where nothing is cut, a longer value of a later page moves the rest of its
  // line.
  const toWidth = (text: string, width: number) => pad(terminal === undefined ? text : cut(text, width), width);
  return rows.map((row) =>
    formatLine(columns.map(({ name, width }) => paintStatus(name, toWidth(row[name] ?? '', width), paint))),
  );
}

const formatLine = (cells: readonly string[]): string => cells.join(gap).trimEnd();

/** The cell of a value. Objects and arrays become JSON. */
export function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return visibleText(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

const busy =
  /^(?:PENDING|IN_PROGRESS|RUNNING|PLACED|ROLLING_BACK|CANCELLING|[A-Z]+ING|waiting|delivering|pending|reserved)$/;
const bad = /FAILED|ERROR|REFUSED|OVERDUE|^(?:failed|disabled|refused|lost)$/;
const good = /^(?:COMPLETED|SUCCESS|ACTIVE|PAID|CONFIRMED|ISSUED|available|active|delivered|done)$/;

/** The colour of a status. Colour repeats the word and never replaces it. */
export function colourOf(status: string): PaintName | undefined {
  if (bad.test(status)) return 'bad';
  if (good.test(status)) return 'good';
  return busy.test(status) ? 'busy' : undefined;
}

function paintStatus(name: string, cell: string, paint: TableStyle['paint']): string {
  if (!/(?:^|\.)(?:status|outcome|result)$/i.test(name)) return cell;
  const colour = colourOf(cell.trim());
  return colour === undefined ? cell : paint(colour, cell);
}

const cut = (text: string, width: number): string =>
  textWidth(text) <= width ? text : `${[...text].slice(0, Math.max(0, width - 1)).join('')}…`;
const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - textWidth(text)));
/**
 * Counts characters and not UTF-16 units. Wide characters of East Asia count as one, which only shifts the columns
 * after them.
 */
const textWidth = (text: string): number => [...text].length;
