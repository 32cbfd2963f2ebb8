import { findSqlTemplates, maskTemplate } from './sql-templates.ts';

/** A clause that does not begin a line although its query has several lines. */
export interface InnerClause {
  readonly line: number;
  readonly clause: string;
  /** Its offset in the file. */
  readonly at: number;
}

/** A wider query of one line is divided. */
export const queryWidthLimit = 120;

/**
 * Finds the clauses that do not begin a line. A query of one line, such as a short subquery, may have all its clauses
 * in it.
 */
export function findInnerClauses(text: string): readonly InnerClause[] {
  const found = findSqlTemplates(text).flatMap(({ start, end }) =>
    findInTemplate(text, start + 1, maskTemplate(text.slice(start + 1, end))),
  );
  return found
    .map(({ at, clause }) => ({ line: text.slice(0, at).split('\n').length, clause, at }))
    .toSorted((one, other) => one.at - other.at);
}

type Clause = Pick<InnerClause, 'at' | 'clause'>;

/**
 * A query with its clauses: all of a pair of parentheses, one side of a UNION, or what follows the common table
 * expressions.
 */
interface Query {
  readonly from: number;
  readonly clauses: Clause[];
}

/** A pair of parentheses, or the whole template. It has no queries if it is a list or an expression. */
interface Group {
  readonly from: number;
  isQuery: boolean | undefined;
  awaitsMain: boolean;
  readonly queries: Query[];
}

const newGroup = (from: number, isQuery?: boolean): Group => ({
  from,
  isQuery,
  awaitsMain: false,
  queries: [{ from, clauses: [] }],
});

function findInTemplate(text: string, offset: number, sql: string): readonly Clause[] {
  const open = [newGroup(0, true)];
  const found: Clause[] = [];
  const close = (group: Group | undefined, until: number) => {
    if (group?.isQuery) found.push(...findInGroup(sql, group, until, (at) => widthOfLine(text, offset + at)));
  };
  for (const { 0: word, index } of sql.matchAll(/[()]|[A-Za-z_]+/g)) {
    const group = open.at(-1);
    if (word === '(') open.push(newGroup(index + 1));
    else if (word === ')') close(open.pop(), index);
    else if (group) addWord(sql, group, index, word);
  }
  close(open[0], sql.length);
  return found.map(({ at, clause }) => ({ at: at + offset, clause }));
}

function addWord(sql: string, group: Group, at: number, clause: string): void {
  const isFirst = sql.slice(group.from, at).trim() === '';
  if (isFirst) {
    group.isQuery ||= /^(?:WITH|SELECT|INSERT|UPDATE|DELETE|VALUES)$/.test(clause);
    group.awaitsMain = clause === 'WITH';
  } else if (group.isQuery && beginsClause(sql, at, clause)) {
    const beginsMain = group.awaitsMain && /^(?:SELECT|INSERT|UPDATE|DELETE)$/.test(clause);
    if (beginsMain) group.awaitsMain = false;
    if (beginsMain || /^(?:UNION|EXCEPT|INTERSECT)$/.test(clause)) group.queries.push({ from: at, clauses: [] });
    group.queries.at(-1)?.clauses.push({ at, clause });
  }
}

function findInGroup(
  sql: string,
  { from, queries }: Group,
  until: number,
  widthAt: (at: number) => number,
): readonly Clause[] {
  const isOneLine = (start: number, end: number) => {
    const query = sql.slice(start, end);
    return !query.trim().includes('\n') && widthAt(start + query.search(/\S|$/)) <= queryWidthLimit;
  };
  if (isOneLine(from, until)) return [];
  return queries.flatMap((query, n) => {
    const [first, ...others] = query.clauses;
    const all = isOneLine(query.from, queries[n + 1]?.from ?? until) ? (n === 0 ? [] : [first]) : [first, ...others];
    return all.filter((clause) => clause !== undefined).filter(({ at }) => !/(?:^|\n)[ \t]*$/.test(sql.slice(0, at)));
  });
}

function widthOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return (end < 0 ? text.length : end) - text.lastIndexOf('\n', at - 1) - 1;
}

/** The words that begin a clause, with what has to follow. Joins are parts of a FROM clause. */
const clauseStart =
  /^(?:(?:SELECT|INSERT|DELETE|UPDATE|FROM|WHERE|HAVING|LIMIT|OFFSET|RETURNING|SET|VALUES|UNION|EXCEPT|INTERSECT)\b|(?:GROUP|ORDER)\s+BY\b|FOR\s+(?:UPDATE|SHARE|NO|KEY)\b|ON\s+CONFLICT\b)/;

/**
 * `DELETE FROM`, `IS DISTINCT FROM`, `UNION ALL SELECT`, `FOR UPDATE`, `DO UPDATE SET` and `ON CONFLICT (...) WHERE`
 * are one clause each.
 */
const continuesClause =
  /\b(?:DELETE|DISTINCT|UNION|EXCEPT|INTERSECT|UNION\s+ALL|FOR|KEY|DO|DO\s+UPDATE|ON\s+CONFLICT\s*\([^()]*\))\s*$/;

const beginsClause = (sql: string, at: number, word: string) =>
  clauseStart.test(sql.slice(at, at + word.length + 20)) && !continuesClause.test(sql.slice(0, at));
