import type { Catalogue } from './catalogue.ts';
import type { TreeNode, TreeValue } from './parse-node-tree.ts';
import { provenNotNull } from './proven-columns.ts';
import {
  findCommonTable,
  hasOneRow,
  isNode,
  list,
  locate,
  number,
  numbersOf,
  outputs,
  type Scope,
  setParts,
} from './query-tree.ts';

/** What the tree of a statement says about a column that it returns. */
export interface ColumnFacts {
  readonly name: string;
  readonly isNullable: boolean;
  /** The texts that it can have, if the statement or the table says so. */
  readonly texts: readonly string[] | undefined;
}

/** Functions that return null for values that are not null. */
const partial =
  /^(jsonb?_(object_field|array_element|extract_path)(_text)?|jsonb_path_query_first|array_(length|upper|lower|position|ndims)|textregexsubstr|regexp_match|to_reg\w+|pg_get_\w+|\w+_description|lower|upper|range_\w+|pg_stat_\w+|has_\w+)$/;
/** Functions that take null and never return it. */
const total = /^(jsonb?_build_(object|array)|concat|concat_ws|format|set_config|num_(non)?nulls|pg_typeof)$/;
/** Functions that return null only for nulls. */
const joins = /^array_(append|prepend|cat)$/;
/** Functions that return a row for each element, none of which is null. */
const rowsOf = /^(unnest|generate_series|jsonb?_array_elements|regexp_split_to_table|jsonb?_object_keys)$/;
const countsRows = /^(count|row_number|rank|dense_rank|ntile)$/;
/** Aggregates that are null only without rows. */
const collects = /^(array_agg|jsonb?_agg|jsonb?_object_agg)$/;

const textTypes = ['25', '1043'];

/** Reads what a statement returns from its rewritten tree. It knows the types that its values declare. */
export class ColumnReader {
  readonly #catalogue: Catalogue;
  readonly #types: readonly string[];
  readonly #open = new Set<string>();

  constructor(catalogue: Catalogue, types: readonly string[]) {
    this.#catalogue = catalogue;
    this.#types = types;
  }

  read(query: TreeNode): readonly ColumnFacts[] {
    return outputs(query).map(({ fields }, n) => ({
      name: String(fields['resname']),
      isNullable: this.#isOutputNullable(query, n + 1, undefined),
      texts: this.#outputTexts(query, n + 1, undefined),
    }));
  }

  #isOutputNullable(query: TreeNode, column: number, outer: Scope | undefined): boolean {
    const scope = { query, outer };
    const parts = setParts(query);
    if (parts.length > 0) return parts.some((part) => this.#isOutputNullable(part, column, scope));
    return this.#isNullable(outputs(query)[column - 1]?.fields['expr'], scope);
  }

  #isNullable(value: TreeValue | undefined, scope: Scope): boolean {
    if (!isNode(value)) return true;
    const { node, fields } = value;
    const of = (part: TreeValue | undefined) => this.#isNullable(part, scope);
    const some = (parts: TreeValue | undefined) => list(parts).some(of);
    switch (node) {
      case 'VAR':
        return this.#isVariableNullable(fields, scope);
      case 'CONST':
        return fields['constisnull'] === 'true';
      case 'PARAM':
        return this.#types[number(fields['paramid']) - 1]?.endsWith('?') ?? true;
      case 'FUNCEXPR':
        return this.#isCallNullable(String(fields['funcid']), fields['args'], scope);
      case 'OPEXPR':
        return this.#isCallNullable(String(fields['opfuncid']), fields['args'], scope);
      case 'AGGREF':
        return this.#isAggregateNullable(fields, scope);
      case 'WINDOWFUNC':
        return (
          !countsRows.test(this.#nameOf(fields['winfnoid'])) &&
          (/^(lag|lead)$/.test(this.#nameOf(fields['winfnoid'])) || some(fields['args']))
        );
      case 'COALESCEEXPR':
      case 'MINMAXEXPR':
        return list(fields['args']).every(of);
      case 'CASEEXPR':
        return of(fields['defresult']) || list(fields['args']).some((when) => of(when.fields['result']));
      case 'SUBLINK':
        return this.#isSubqueryNullable(fields, scope);
      case 'BOOLEXPR':
      case 'SCALARARRAYOPEXPR':
        return some(fields['args']);
      case 'RELABELTYPE':
      case 'COERCEVIAIO':
      case 'ARRAYCOERCEEXPR':
      case 'COERCETODOMAIN':
      case 'COLLATEEXPR':
      case 'NAMEDARGEXPR':
        return of(fields['arg'] ?? fields['expr']);
      case 'NULLTEST':
      case 'BOOLEANTEST':
      case 'DISTINCTEXPR':
      case 'ARRAYEXPR':
      case 'ROWEXPR':
      case 'SQLVALUEFUNCTION':
      case 'NEXTVALUEEXPR':
      case 'GROUPINGFUNC':
        return false;
      default:
        return true;
    }
  }

  #nameOf = (oid: TreeValue | undefined) => this.#catalogue.functions.get(String(oid))?.name ?? '';

  #isCallNullable(oid: string, args: TreeValue | undefined, scope: Scope): boolean {
    const found = this.#catalogue.functions.get(oid);
    if (!found || found.isOurs || partial.test(found.name)) return true;
    if (total.test(found.name)) return false;
    // It has a second argument for a setting that may not exist.
    if (found.name === 'current_setting' && list(args).length > 1) return true;
    if (joins.test(found.name)) return list(args).every((arg) => this.#isNullable(arg, scope));
    return !found.isStrict || list(args).some((arg) => this.#isNullable(arg, scope));
  }

  #isAggregateNullable(fields: TreeNode['fields'], scope: Scope): boolean {
    const name = this.#nameOf(fields['aggfnoid']);
    if (countsRows.test(name)) return false;
    const isGrouped = list(scope.query.fields['groupClause']).length > 0;
    if (!isGrouped || isNode(fields['aggfilter'])) return true;
    return !collects.test(name) && this.#isNullable(list(fields['args'])[0]?.fields['expr'], scope);
  }

  #isSubqueryNullable(fields: TreeNode['fields'], scope: Scope): boolean {
    const kind = String(fields['subLinkType']);
    const query = fields['subselect'];
    if (kind === '0' || kind === '6') return false;
    if (!isNode(query)) return true;
    if (kind === '4') return !hasOneRow(query) || this.#isOutputNullable(query, 1, scope);
    return (
      kind !== '2' ||
      this.#isOutputNullable(query, 1, scope) ||
      list((fields['testexpr'] as TreeNode).fields['args']).some(
        (arg) => arg.node !== 'PARAM' && this.#isNullable(arg, scope),
      )
    );
  }

  #isVariableNullable(fields: TreeNode['fields'], from: Scope): boolean {
    const { scope, entry, column, key } = locate(fields, from);
    if (!scope || !entry || column === 0) return column !== 0;
    if (provenNotNull(scope.query, this.#catalogue).has(key) && !this.#assigned(scope, fields)) return false;
    if (numbersOf(fields['varnullingrels']).length > 0 || fields['varreturningtype'] === '1') return true;
    const { fields: table } = entry;
    switch (table['rtekind']) {
      case '0': {
        if (this.#catalogue.notNull.has(`${table['relid']}.${column}`)) return false;
        const assigned = this.#assigned(scope, fields);
        return !assigned || this.#isNullable(assigned, { ...scope, isBefore: true });
      }
      case '1':
        return !isNode(table['subquery']) || this.#isOutputNullable(table['subquery'], column, scope);
      case '2':
        return this.#isNullable(list(table['joinaliasvars'])[column - 1], scope);
      case '3':
        return this.#isFunctionColumnNullable(table, column);
      case '5':
        return (table['values_lists'] as readonly TreeValue[]).some((row) =>
          this.#isNullable(list(row)[column - 1], scope),
        );
      case '6':
        return this.#isCommonTableNullable(table, column, scope);
      case '9':
        return this.#isNullable(list(table['groupexprs'])[column - 1], scope);
      default:
        return true;
    }
  }

  #isFunctionColumnNullable(table: TreeNode['fields'], column: number): boolean {
    const functions = list(table['functions']);
    const columns = functions.flatMap(({ fields }) =>
      Array.from({ length: number(fields['funccolcount']) }, () => fields['funcexpr']),
    );
    if (column > columns.length) return table['funcordinality'] !== 'true';
    const call = columns[column - 1];
    if (!isNode(call)) return true;
    if (!rowsOf.test(this.#nameOf(call.fields['funcid']))) return true;
    const [argument] = list(call.fields['args']);
    return argument?.node === 'PARAM' && (this.#types[number(argument.fields['paramid']) - 1] ?? '?[]').includes('?[]');
  }

  #isCommonTableNullable(table: TreeNode['fields'], column: number, scope: Scope): boolean {
    const found = findCommonTable(table, scope);
    if (!found) return true;
    const key = `${found.name} ${column}`;
    if (this.#open.has(key)) return false;
    this.#open.add(key);
    try {
      return this.#isOutputNullable(found.query, column, found.scope);
    } finally {
      this.#open.delete(key);
    }
  }

  /** The new value of a column of the table that the query writes. */
  #assigned({ query: { fields }, isBefore = false }: Scope, variable: TreeNode['fields']): TreeValue | undefined {
    const isWritten = fields['resultRelation'] !== '0' && fields['resultRelation'] === variable['varno'];
    // Of a conflict, the row is another one.
    if (!isWritten || isBefore || (isNode(fields['onConflict']) && fields['onConflict'].fields['action'] === '2'))
      return undefined;
    return list(fields['targetList']).find(
      (target) => target.fields['resno'] === variable['varattno'] && target.fields['resjunk'] === 'false',
    )?.fields['expr'];
  }

  #outputTexts(query: TreeNode, column: number, outer: Scope | undefined): readonly string[] | undefined {
    const parts = setParts(query);
    const scope = { query, outer };
    if (parts.length > 0) return merge(parts.map((part) => this.#outputTexts(part, column, scope)));
    return this.#textsOf(outputs(query)[column - 1]?.fields['expr'], scope);
  }

  #textsOf(value: TreeValue | undefined, from: Scope): readonly string[] | undefined {
    if (!isNode(value)) return undefined;
    const { node, fields } = value;
    const of = (part: TreeValue | undefined) => this.#textsOf(part, from);
    if (node === 'RELABELTYPE') return of(fields['arg']);
    if (node === 'CONST') return textOf(fields);
    if (node === 'COALESCEEXPR' || node === 'MINMAXEXPR') return merge(list(fields['args']).map(of));
    if (node === 'CASEEXPR')
      return merge([
        ...list(fields['args']).map((when) => of(when.fields['result'])),
        ...(isNode(fields['defresult']) ? [of(fields['defresult'])] : []),
      ]);
    if (node !== 'VAR') return undefined;
    const { scope, entry, column } = locate(fields, from);
    if (!scope || !entry) return undefined;
    const { fields: table } = entry;
    const assigned = this.#assigned(scope, fields);
    if (table['rtekind'] === '0')
      return (
        (assigned ? this.#textsOf(assigned, { ...scope, isBefore: true }) : undefined) ??
        this.#catalogue.texts.get(`${table['relid']}.${column}`)
      );
    if (table['rtekind'] === '1' && isNode(table['subquery']))
      return this.#outputTexts(table['subquery'], column, scope);
    if (table['rtekind'] === '2') return this.#textsOf(list(table['joinaliasvars'])[column - 1], scope);
    if (table['rtekind'] === '9') return this.#textsOf(list(table['groupexprs'])[column - 1], scope);
    const common = table['rtekind'] === '6' ? findCommonTable(table, scope) : undefined;
    const key = `texts ${common?.name} ${column}`;
    if (!common || this.#open.has(key)) return undefined;
    this.#open.add(key);
    const found = this.#outputTexts(common.query, column, common.scope);
    this.#open.delete(key);
    return found;
  }
}

/** The text of a constant: bytes after a length of four bytes. */
function textOf(fields: TreeNode['fields']): readonly string[] | undefined {
  if (fields['constisnull'] === 'true') return [];
  const bytes = fields['constvalue'];
  if (!textTypes.includes(String(fields['consttype'])) || !Array.isArray(bytes)) return undefined;
  const numbers = bytes.slice(2, -1).map(Number);
  return [Buffer.from(numbers.slice(4)).toString()];
}

/** Undefined if one of them is not known. */
const merge = (all: readonly (readonly string[] | undefined)[]): readonly string[] | undefined =>
  all.every((each) => each !== undefined) ? [...new Set(all.flat())] : undefined;
