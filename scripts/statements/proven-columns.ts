import type { Catalogue } from './catalogue.ts';
import type { TreeNode, TreeValue } from './parse-node-tree.ts';
import { isNode, list } from './query-tree.ts';

type Functions = Catalogue['functions'];

/** The columns that are not null in each row that passes the conditions of a query. */
export function provenNotNull({ fields }: TreeNode, { functions }: Pick<Catalogue, 'functions'>): ReadonlySet<string> {
  const proven = new Set<string>();
  const fromJoin = (value: TreeValue | undefined) => {
    if (!isNode(value)) return;
    if (value.node === 'FROMEXPR') {
      for (const part of list(value.fields['fromlist'])) fromJoin(part);
      for (const key of impliedBy(value.fields['quals'], functions)) proven.add(key);
    } else if (value.node === 'JOINEXPR') {
      const isInner = value.fields['jointype'] === '0';
      if (isInner || value.fields['jointype'] === '1') fromJoin(value.fields['larg']);
      if (!isInner) return;
      fromJoin(value.fields['rarg']);
      for (const key of impliedBy(value.fields['quals'], functions)) proven.add(key);
    }
  };
  fromJoin(fields['jointree']);
  return proven;
}

function impliedBy(condition: TreeValue | undefined, functions: Functions): ReadonlySet<string> {
  if (!isNode(condition)) return new Set();
  const { node, fields } = condition;
  const args = list(fields['args']);
  if (node === 'BOOLEXPR' && fields['boolop'] === 'and')
    return args.reduce((all, arg) => all.union(impliedBy(arg, functions)), new Set<string>());
  if (node === 'BOOLEXPR' && fields['boolop'] === 'or') {
    const [first, ...others] = args.map((arg) => impliedBy(arg, functions));
    return others.reduce((all, each) => all.intersection(each), first ?? new Set<string>());
  }
  if (node === 'BOOLEXPR') return neededBy(args[0], functions);
  if (node === 'NULLTEST') return fields['nulltesttype'] === '1' ? neededBy(fields['arg'], functions) : new Set();
  return neededBy(condition, functions);
}

/** The columns without which an expression is null. */
function neededBy(value: TreeValue | undefined, functions: Functions): ReadonlySet<string> {
  if (!isNode(value)) return new Set();
  const { node, fields } = value;
  const args = list(fields['args']);
  const all = () => args.reduce((found, arg) => found.union(neededBy(arg, functions)), new Set<string>());
  if (node === 'VAR')
    return fields['varlevelsup'] === '0' ? new Set([`${fields['varno']}.${fields['varattno']}`]) : new Set();
  if (node === 'RELABELTYPE' || node === 'COERCEVIAIO') return neededBy(fields['arg'], functions);
  if (node === 'OPEXPR' || node === 'FUNCEXPR')
    return functions.get(String(fields['opfuncid'] ?? fields['funcid']))?.isStrict ? all() : new Set();
  return node === 'SCALARARRAYOPEXPR' && fields['useOr'] === 'true' ? neededBy(args[0], functions) : new Set();
}
