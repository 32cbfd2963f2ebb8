import { readFileSync } from 'node:fs';
import type { CallExpression, Node, SourceFile } from 'typescript/unstable/ast';
import {
  isArrayLiteralExpression,
  isCallExpression,
  isIdentifier,
  isNewExpression,
  isPropertyAccessExpression,
  isSpreadElement,
} from 'typescript/unstable/ast/is';
import { API, type Checker, type Project, type Type, type TypeReference } from 'typescript/unstable/sync';
import { countsOf } from './count-values.ts';
import { type Member, membersOf } from './row-types.ts';
import { isDefinition, type Origin, ValueOrigins } from './value-origins.ts';

/** A place in a source file, such as `packages/lines/src/records/lock-lines.ts:8:13`. Both numbers begin with 1. */
export type Place = string;

/** A call of `statement` or `unprepared`. */
interface Definition {
  readonly place: Place;
  readonly isNamed: boolean;
}

/** A definition that a call can run, and the calls of functions that lead to it: a function that builds statements has one definition for many. */
export interface UsedDefinition {
  readonly place: Place;
  readonly through: readonly Place[];
}

/** A call that runs a statement. */
export interface QueryCall {
  readonly place: Place;
  readonly definitions: readonly UsedDefinition[];
  /** The numbers of values that it can pass. Undefined if the code does not show it. */
  readonly valueCounts: readonly number[] | undefined;
  /** The members of a row. Undefined if the call declares none, because it reads none. */
  readonly members: readonly Member[] | undefined;
}

export interface SourceStatements {
  readonly definitions: readonly Definition[];
  readonly calls: readonly QueryCall[];
}

/**
 * Reads the sources of a TypeScript project and finds what defines statements and what runs them. TypeScript calls its API unstable: package.json has
 * its exact version.
 */
export function findQueryCalls(configFile: string, root: string): SourceStatements {
  const api = new API({ cwd: root });
  try {
    const snapshot = api.updateSnapshot({ openProjects: [configFile] });
    const project = snapshot.getProject(configFile);
    if (!project) throw new Error(`${configFile} cannot be read`);
    return findInProject(project, root);
  } finally {
    api.close();
  }
}

function findInProject({ program, checker, rootFiles }: Project, root: string): SourceStatements {
  const origins = new ValueOrigins(checker);
  const definitions: Definition[] = [];
  const calls: QueryCall[] = [];
  for (const file of rootFiles.filter((path) => !path.includes('/generated/'))) {
    const source = mayQuery(file) ? program.getSourceFile(file) : undefined;
    if (!source) continue;
    const placeOf = (node: Node) => placeIn(node, root);
    for (const call of callsIn(source)) {
      const { expression } = call;
      if (isIdentifier(expression) && isDefinition(expression.text))
        definitions.push({ place: placeOf(call), isNamed: expression.text === 'statement' });
      const queried = queriedBy(checker, call);
      if (!queried) continue;
      const [statement, values] = queried;
      calls.push({
        place: placeOf(call),
        definitions: definitionsOf(origins, statement).map(({ node, through }) => ({
          place: placeOf(node),
          through: through.map(placeOf),
        })),
        valueCounts: countsOf(origins, values),
        members: membersOfRow(checker, call),
      });
    }
  }
  return { definitions, calls };
}

/** A file that names no statement is not worth the transfer of its tree. */
const mayQuery = (file: string) =>
  /\b(?:query|statement|unprepared|queryThroughPrisma)\b/.test(readFileSync(file, 'utf8'));

function callsIn(node: Node): readonly CallExpression[] {
  const found: CallExpression[] = isCallExpression(node) ? [node] : [];
  node.forEachChild((child) => {
    found.push(...callsIn(child));
  });
  return found;
}

function placeIn(node: Node, root: string): Place {
  const source: SourceFile = node.getSourceFile();
  const { line, character } = source.getLineAndCharacterOfPosition(node.getStart());
  return `${source.fileName.slice(root.length)}:${line + 1}:${character + 1}`;
}

/** The statement and the values of a call of `query` or `queryThroughPrisma`. */
function queriedBy(checker: Checker, call: CallExpression): readonly [Node, Node] | undefined {
  const { expression } = call;
  const callee = isPropertyAccessExpression(expression)
    ? expression.name.text
    : isIdentifier(expression)
      ? expression.text
      : '';
  if (callee !== 'query' && callee !== 'queryThroughPrisma') return undefined;
  const declaration = checker.getResolvedSignature(call)?.declaration;
  if (!declaration?.path.includes('/packages/db/src/')) return undefined;
  const [statement, values] = callee === 'query' ? call.arguments : call.arguments.slice(1);
  return statement && values && [statement, values];
}

/** The calls of `statement` and `unprepared` that an expression can come from. */
function definitionsOf(origins: ValueOrigins, expression: Node, depth = 0): readonly Origin[] {
  return origins
    .of(expression)
    .flatMap(({ node, through }) =>
      definitionsIn(origins, node, depth).map((each) => ({ ...each, through: [...through, ...each.through] })),
    );
}

function definitionsIn(origins: ValueOrigins, node: Node, depth: number): readonly Origin[] {
  // A map of statements: `new Map([[name, statement], ...])`.
  if (isNewExpression(node)) return (node.arguments ?? []).flatMap((entries) => definitionsOf(origins, entries, depth));
  if (isArrayLiteralExpression(node)) {
    return node.elements.flatMap((element) =>
      definitionsOf(origins, isSpreadElement(element) ? element.expression : element, depth),
    );
  }
  return callsIn(node).flatMap((call) => {
    if (!isIdentifier(call.expression)) return [];
    if (isDefinition(call.expression.text)) return [{ node: call, through: [] }];
    return call === node || depth > 3 ? [] : definitionsOf(origins, call, depth + 1);
  });
}

function membersOfRow(checker: Checker, call: CallExpression): readonly Member[] | undefined {
  const signature = checker.getResolvedSignature(call);
  const promised = signature && firstArgument(checker, checker.getReturnTypeOfSignature(signature));
  const row = promised && firstArgument(checker, promised);
  return row && membersOf(checker, row);
}

const firstArgument = (checker: Checker, type: Type | undefined): Type | undefined =>
  type?.isTypeReference() ? checker.getTypeArguments(type as TypeReference)[0] : undefined;
