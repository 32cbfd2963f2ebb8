import {
  type BindingElement,
  type CallExpression,
  type Node,
  type ParameterDeclaration,
  SyntaxKind,
} from 'typescript/unstable/ast';
import {
  isArrayBindingPattern,
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isBinaryExpression,
  isBindingElement,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isNonNullExpression,
  isObjectBindingPattern,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isSatisfiesExpression,
  isShorthandPropertyAssignment,
  isSpreadAssignment,
  isStringLiteral,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import type { Checker, Symbol as TypeScriptSymbol } from 'typescript/unstable/sync';

/** The argument of each parameter in one call of a function. */
type Arguments = ReadonlyMap<Node, Node | undefined>;

/** An expression that a value can come from, and the calls of functions on the way to it. */
export interface Origin {
  readonly node: Node;
  readonly through: readonly Node[];
}

interface Context {
  readonly given: Arguments;
  readonly depth: number;
}

const start: Context = { given: new Map(), depth: 0 };
const depthLimit = 30;

/**
 * Finds the expressions that a value can come from: `options[kind]` comes from the members of the literal `options`, and a parameter from the
 * arguments of all calls. An expression that cannot be followed is returned as it is.
 */
export class ValueOrigins {
  readonly #checker: Checker;

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  of(expression: Node, { given, depth }: Context = start): readonly Origin[] {
    if (depth > depthLimit) return [at(expression)];
    const context = { given, depth: depth + 1 };
    const follow = (next: Node) => this.of(next, context);
    if (
      isParenthesizedExpression(expression) ||
      isAsExpression(expression) ||
      isSatisfiesExpression(expression) ||
      isNonNullExpression(expression)
    ) {
      return follow(expression.expression);
    }
    if (isConditionalExpression(expression)) return [...follow(expression.whenTrue), ...follow(expression.whenFalse)];
    if (isBinaryExpression(expression) && isChoice(expression.operatorToken.kind))
      return [...follow(expression.left), ...follow(expression.right)];
    if (isIdentifier(expression)) return this.#ofIdentifier(expression, context);
    if (isPropertyAccessExpression(expression)) {
      const { name } = expression;
      const found = follow(expression.expression).map((owner) => this.#ofMember(owner, name.text, context));
      if (found.every((each) => each !== undefined)) return found.flat();
      return this.#ofAssignments(name) ?? [at(expression)];
    }
    if (isElementAccessExpression(expression)) {
      const key = expression.argumentExpression;
      const name = isStringLiteral(key) ? key.text : undefined;
      return follow(expression.expression).flatMap((owner) => this.#ofMember(owner, name, context) ?? [owner]);
    }
    return isCallExpression(expression) ? this.#ofCall(expression, context) : [at(expression)];
  }

  #ofIdentifier(identifier: Node, context: Context): readonly Origin[] {
    const declaration = this.#symbolOf(identifier)?.valueDeclaration?.resolve();
    return (declaration && this.#ofDeclaration(declaration, context)) ?? [at(identifier)];
  }

  /** The symbol of an identifier, in the file that declares it. */
  #symbolOf(identifier: Node): TypeScriptSymbol | undefined {
    const symbol = isShorthandPropertyAssignment(identifier.parent)
      ? this.#checker.getShorthandAssignmentValueSymbol(identifier.parent)
      : this.#checker.getSymbolAtLocation(identifier);
    const declaration = symbol?.declarations[0]?.kind;
    const isImport = declaration === SyntaxKind.ImportSpecifier || declaration === SyntaxKind.ExportSpecifier;
    return symbol && isImport ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  #ofDeclaration(declaration: Node, context: Context): readonly Origin[] | undefined {
    if (isVariableDeclaration(declaration)) return declaration.initializer && this.of(declaration.initializer, context);
    if (isParameterDeclaration(declaration)) return this.#ofParameter(declaration, context);
    if (isFunctionDeclaration(declaration)) return [at(declaration)];
    if (!isBindingElement(declaration)) return undefined;
    const pattern = declaration.parent;
    const key = keyOf(declaration, pattern);
    return this.#ofDeclaration(pattern.parent, context)?.flatMap(
      (owner) => this.#ofMember(owner, key, context) ?? [owner],
    );
  }

  /** The argument of the given call, or the arguments of all calls of the function. */
  #ofParameter(parameter: ParameterDeclaration, { given, depth }: Context): readonly Origin[] | undefined {
    const follow = (argument: Node) => this.of(argument, { ...start, depth });
    if (given.has(parameter)) {
      const argument = given.get(parameter) ?? parameter.initializer;
      return argument && follow(argument);
    }
    const owner = parameter.parent;
    const calls = this.#callsOf(owner);
    if (calls.length === 0) return undefined;
    return calls.flatMap((call) => {
      const argument = argumentsOf(owner, call).get(parameter) ?? parameter.initializer;
      return argument ? follow(argument) : [];
    });
  }

  /** The calls of a function that is declared with a name or is the value of a constant. */
  #callsOf(declaration: Node): readonly CallExpression[] {
    const named = isVariableDeclaration(declaration.parent) ? declaration.parent : declaration;
    if (!('name' in named) || !named.name) return [];
    return this.#referencesTo(named.name as Node).flatMap((reference) => {
      const call = reference.parent;
      return isCallExpression(call) && call.expression === reference ? [call] : [];
    });
  }

  #referencesTo(name: Node): readonly Node[] {
    const entries = this.#checker.getReferencedSymbolsForNode(name, name.getStart());
    return entries.flatMap((entry) => entry.references).flatMap((reference) => reference.resolve() ?? []);
  }

  /** The values of a member of a literal, or of all its members if the name is not known. Undefined if the owner is not a literal. */
  #ofMember({ node, through }: Origin, name: string | undefined, context: Context): readonly Origin[] | undefined {
    const follow = (next: Node) =>
      this.of(next, context).map((origin) => ({ ...origin, through: [...through, ...origin.through] }));
    if (isArrayLiteralExpression(node))
      return node.elements.filter((_, n) => name === undefined || name === String(n)).flatMap(follow);
    if (!isObjectLiteralExpression(node)) return undefined;
    return node.properties.flatMap((property) => {
      if (isSpreadAssignment(property))
        return follow(property.expression).flatMap((each) => this.#ofMember(each, name, context) ?? [each]);
      const isNamed = name === undefined || property.name?.getText().replaceAll(/^['"]|['"]$/g, '') === name;
      if (!isNamed) return [];
      if (isPropertyAssignment(property)) return follow(property.initializer);
      return isShorthandPropertyAssignment(property) ? follow(property.name) : [at(property)];
    });
  }

  /** The values that are assigned to a member of an interface anywhere. */
  #ofAssignments(name: Node): readonly Origin[] | undefined {
    const declaration = this.#symbolOf(name)?.declarations[0]?.resolve();
    if (!declaration || !('name' in declaration)) return undefined;
    const references = this.#referencesTo(declaration.name as Node);
    const assigned = references.flatMap(({ parent }) =>
      isPropertyAssignment(parent) ? this.of(parent.initializer) : [],
    );
    return assigned.length > 0 ? assigned : undefined;
  }

  #ofCall(call: CallExpression, { given, depth }: Context): readonly Origin[] {
    const { expression } = call;
    if (isPropertyAccessExpression(expression) && expression.name.text === 'get')
      return this.of(expression.expression, { given, depth });
    if (!isIdentifier(expression) || isDefinition(expression.text)) return [at(call)];
    return this.of(expression, { given, depth }).flatMap((callee) => {
      const results = resultsOf(callee.node);
      if (!results) return [at(call)];
      const context = { given: new Map([...given, ...argumentsOf(callee.node, call)]), depth };
      return results
        .flatMap((result) => this.of(result, context))
        .map((origin) => ({ ...origin, through: [call, ...origin.through] }));
    });
  }
}

const at = (node: Node): Origin => ({ node, through: [] });

function argumentsOf(declaration: Node, call: CallExpression): Arguments {
  const parameters = 'parameters' in declaration ? (declaration.parameters as readonly Node[]) : [];
  return new Map(parameters.map((parameter, n) => [parameter, call.arguments[n]]));
}

/** Whether a function of this name defines a statement. */
export const isDefinition = (name: string): boolean => name === 'statement' || name === 'unprepared';

/** The member that a destructuring takes: its name in an object, its number in an array. */
function keyOf(element: BindingElement, pattern: Node): string | undefined {
  if (isObjectBindingPattern(pattern)) return (element.propertyName ?? element.name)?.getText();
  return isArrayBindingPattern(pattern) ? String(pattern.elements.indexOf(element)) : undefined;
}

const isChoice = (kind: SyntaxKind) =>
  kind === SyntaxKind.QuestionQuestionToken ||
  kind === SyntaxKind.BarBarToken ||
  kind === SyntaxKind.AmpersandAmpersandToken;

/** The expressions that a function can return. */
function resultsOf(callee: Node): readonly Node[] | undefined {
  if (!isArrowFunction(callee) && !isFunctionDeclaration(callee) && !isFunctionExpression(callee)) return undefined;
  const { body } = callee;
  if (!body) return undefined;
  return isBlock(body) ? returnsIn(body) : [body];
}

function returnsIn(node: Node): readonly Node[] {
  if (isReturnStatement(node)) return node.expression ? [node.expression] : [];
  if (isArrowFunction(node) || isFunctionDeclaration(node) || isFunctionExpression(node)) return [];
  const found: Node[] = [];
  node.forEachChild((child) => {
    found.push(...returnsIn(child));
  });
  return found;
}
