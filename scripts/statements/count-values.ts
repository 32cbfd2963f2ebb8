import type { CallExpression, Node } from 'typescript/unstable/ast';
import {
  isArrayLiteralExpression,
  isArrowFunction,
  isCallExpression,
  isIdentifier,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isSpreadAssignment,
  isSpreadElement,
} from 'typescript/unstable/ast/is';
import type { ValueOrigins } from './value-origins.ts';

/** The possible lengths of an array; undefined if the code does not show it. */
export function countsOf(origins: ValueOrigins, values: Node, depth = 0): readonly number[] | undefined {
  if (isCallExpression(values) && isIdentifier(values.expression) && values.expression.text === 'bindBulkValues')
    return countsOfBulk(origins, values);
  const counts = origins.of(values).map(({ node }) => countsOfArray(origins, node, depth));
  return counts.every((each) => each !== undefined) ? [...new Set(counts.flat())] : undefined;
}

function countsOfArray(origins: ValueOrigins, array: Node, depth: number): readonly number[] | undefined {
  if (depth > 5) return undefined;
  if (isCallExpression(array)) return countsOfCall(origins, array, depth);
  if (!isArrayLiteralExpression(array)) return undefined;
  let totals: readonly number[] = [0];
  for (const element of array.elements) {
    const lengths = isSpreadElement(element) ? countsOf(origins, element.expression, depth + 1) : [1];
    if (!lengths) return undefined;
    totals = totals.flatMap((total) => lengths.map((length) => total + length));
  }
  return totals;
}

/** `bindBulkValues(columns, ...)` has one value for all rows, or one for each column. */
function countsOfBulk(origins: ValueOrigins, { arguments: [columns] }: CallExpression): readonly number[] | undefined {
  const [literal] = columns ? origins.of(columns).map(({ node }) => node) : [];
  return literal && isObjectLiteralExpression(literal) && !literal.properties.some(isSpreadAssignment)
    ? [1, literal.properties.length]
    : undefined;
}

/** `[a, b].flatMap((each) => [x, y])` has four values. */
function countsOfCall(
  origins: ValueOrigins,
  { expression, arguments: [first] }: CallExpression,
  depth: number,
): readonly number[] | undefined {
  if (!first) return undefined;
  const [of, ...others] = origins.of(first).map(({ node }) => node);
  if (!isPropertyAccessExpression(expression) || !of || others.length > 0 || !isArrowFunction(of)) return undefined;
  const lengths = countsOf(origins, expression.expression, depth + 1);
  if (expression.name.text === 'map') return lengths;
  const results = expression.name.text === 'flatMap' ? countsOf(origins, of.body, depth + 1) : undefined;
  return results && lengths?.flatMap((length) => results.map((result) => length * result));
}
