import type { TreeNode, TreeValue } from './parse-node-tree.ts';

export const isNode = (value: TreeValue | undefined): value is TreeNode => typeof value === 'object' && 'node' in value;
export const list = (value: TreeValue | undefined): readonly TreeNode[] =>
  Array.isArray(value) ? value.filter(isNode) : [];
export const number = (value: TreeValue | undefined) => Number(value ?? 0);

/** A query, and the one around it. */
export interface Scope {
  readonly query: TreeNode;
  readonly outer: Scope | undefined;
  /** Whether its columns have the values before the query writes them. */
  readonly isBefore?: boolean;
}

/** The members of a set of numbers. */
export const numbersOf = (value: TreeValue | undefined) => (Array.isArray(value) ? value.slice(1) : []);

/** What a query returns: its RETURNING if it writes, otherwise its targets. */
export function outputs({ fields }: TreeNode): readonly TreeNode[] {
  const targets = fields['commandType'] === '1' ? fields['targetList'] : fields['returningList'];
  return list(targets).filter((target) => target.fields['resjunk'] === 'false');
}

/** The queries of a UNION. */
export function setParts({ fields }: TreeNode): readonly TreeNode[] {
  const table = list(fields['rtable']);
  const of = (value: TreeValue | undefined): readonly TreeNode[] => {
    if (!isNode(value)) return [];
    if (value.node === 'RANGETBLREF')
      return [table[number(value.fields['rtindex']) - 1]?.fields['subquery']].filter(isNode);
    return [...of(value.fields['larg']), ...(value.fields['op'] === '3' ? [] : of(value.fields['rarg']))];
  };
  return of(fields['setOperations']);
}

/** Whether a query always returns a row: it only aggregates, or reads no table. */
export const hasOneRow = ({ fields }: TreeNode) =>
  !isNode(fields['havingQual']) &&
  fields['limitOffset'] === '<>' &&
  ((fields['hasAggs'] === 'true' && list(fields['groupClause']).length === 0) ||
    (list(fields['rtable']).length === 0 && !isNode((fields['jointree'] as TreeNode).fields['quals'])));

/** The scope, the table and the column of a variable. */
export function locate(fields: TreeNode['fields'], from: Scope) {
  let scope: Scope | undefined = from;
  for (let up = number(fields['varlevelsup']); up > 0; up -= 1) scope = scope?.outer;
  const column = number(fields['varattno']);
  const entry = scope && list(scope.query.fields['rtable'])[number(fields['varno']) - 1];
  return { scope, entry, column, key: `${fields['varno']}.${column}` };
}

/** The query of a common table expression, and the scope that it is defined in. */
export function findCommonTable(table: TreeNode['fields'], from: Scope) {
  let scope: Scope | undefined = from;
  for (let up = number(table['ctelevelsup']); up > 0; up -= 1) scope = scope?.outer;
  const name = String(table['ctename']);
  const query =
    scope && list(scope.query.fields['cteList']).find(({ fields }) => fields['ctename'] === name)?.fields['ctequery'];
  return scope && isNode(query) ? { name, query, scope } : undefined;
}
