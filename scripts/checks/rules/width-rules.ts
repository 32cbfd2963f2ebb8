import { findSqlTemplates } from './sql-templates.ts';

/** The widest line of code, SQL and pages, as a page and a review show it. */
export const widthLimit = 120;

export interface LongLine {
  readonly line: number;
  readonly width: number;
  readonly kind: 'code' | 'SQL' | 'pages';
}

/** Programs write these, or a file must stay as it was applied. */
const isWritten =
  /(?:^|\/)(?:generated|plans|results|snapshots|__snapshots__)\/|\.snap$|package-lock\.json$|^docs\/configuration\.md$|\.svg$|\.xml$|\.json$/;

/**
 * Finds lines that are too wide. A row of a table of Markdown and a line of one word, such as an address, cannot be
 * divided.
 */
export function listLongLines(path: string, text: string): readonly LongLine[] {
  if (isWritten.test(path) || !/\.(?:[jt]sx?|mjs|css|html|md|sql|prisma|ya?ml|sh|toml)$|(?:^|\/)Dockerfile$/.test(path))
    return [];
  const lines = text.split('\n');
  const long = lines.flatMap((content, at) =>
    isTooWide(path, content) ? [{ line: at + 1, width: content.length }] : [],
  );
  if (long.length === 0) return [];
  const ofSql = path.endsWith('.ts') ? linesOfSql(text) : new Set<number>();
  const kind = path.endsWith('.sql') ? 'SQL' : path.endsWith('.md') ? 'pages' : 'code';
  return long.map((one) => ({ ...one, kind: ofSql.has(one.line) ? 'SQL' : kind }));
}

/** The formatter keeps the title of a test in the line of its call, and Prisma's the attributes of a field. */
const isKept = /^\s*(?:it|describe|test)(?:\.\w+)?\(.*=> \{$|^ {2}\w+ +\w.*@(?:relation|default)\(/;

function isTooWide(path: string, line: string): boolean {
  if (line.length <= widthLimit) return false;
  if (path.endsWith('.md') && /^(?:\||!\[)/.test(line)) return false;
  const words = line.trim().replace(/^(?:\/\/|\*|#|--|-)\s+/, '');
  return /\s/.test(words) && !(/\.(?:test\.ts|prisma)$/.test(path) && isKept.test(line));
}

function linesOfSql(text: string): ReadonlySet<number> {
  const lineAt = (at: number) => text.slice(0, at).split('\n').length;
  return new Set(
    findSqlTemplates(text).flatMap(({ start, end }) => {
      const [first, last] = [lineAt(start), lineAt(end)];
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    }),
  );
}
