import { parseSync } from 'oxc-parser';
import type { walk } from '../read-sources.ts';

/** A sentence of a source of the console, and where it stands. */
interface FoundText {
  readonly text: string;
  readonly line: number;
}

interface SourceTexts {
  /** The sentences that are looked up in a catalogue. */
  readonly translated: readonly FoundText[];
  /** The sentences that are shown as they stand there. */
  readonly untranslated: readonly FoundText[];
}

/** The functions of `apps/console/src/language/translate.ts` whose first argument is a sentence. */
const translators: ReadonlySet<unknown> = new Set(['t', 'tParts']);

/** Two words, or one with a capital at its beginning. A code, a class or the name of a member is neither. */
const isProse = (text: string): boolean =>
  /\p{Lu}?\p{Ll}+[,.:]? [\p{L}“(]/u.test(text) || /^\s*\p{Lu}\p{Ll}+(?: ….*)?[.:?]?\s*$/u.test(text);

/** Attributes and members that are no text of the page. */
const notShown: ReadonlySet<unknown> = new Set(
  'className class d key id href to path rel src viewBox style autoComplete queryKey queryFn step data-kind'.split(' '),
);

/** Those that are always a text of the page, also if it is one small word. */
const shownNames: ReadonlySet<unknown> = new Set(
  'aria-label label title placeholder alt hint what none command parent heading detail'.split(' '),
);

/** Functions that take a selector of CSS. */
const ofElements: ReadonlySet<unknown> = new Set(['closest', 'matches', 'querySelector', 'querySelectorAll']);

type Found = ReturnType<typeof walk> extends Generator<infer Node> ? Node : never;

const nameOf = (node: unknown): unknown => {
  const { name, value } = (node ?? {}) as { readonly name?: unknown; readonly value?: unknown };
  return typeof name === 'string' ? name : value;
};

/** The audit keeps it as it is sent, whatever the language of the page. */
const isKeptReason = (node: Found): boolean =>
  node.type === 'Property' &&
  nameOf(node['key']) === 'reason' &&
  /^(?:Template)?Literal$/.test((node['value'] as Found).type);

/** Reads the sentences of a source. `isKept` tells which texts may stay as they are. */
export function listTexts(path: string, source: string, isKept: (text: string) => boolean = () => false): SourceTexts {
  const { program } = parseSync(path, source);
  const lineOf = (at: number): number => source.slice(0, at).split('\n').length;
  const translated: FoundText[] = [];
  const untranslated: FoundText[] = [];
  const add = (text: string, { start }: Found): void => {
    if (/\p{L}{2}/u.test(text) && !isKept(text.trim())) untranslated.push({ text: text.trim(), line: lineOf(start) });
  };
  const visit = (node: Found): void => {
    const { type } = node;
    if (type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(type)) return;
    if (/^(?:Import|ExportAll)/.test(type) && type !== 'ImportExpression') return;
    if (type === 'CallExpression' && translators.has(nameOf(node['callee']))) {
      const [first, ...others] = node['arguments'] as Found[];
      for (const text of first === undefined ? [] : textsOf(first)) translated.push({ text, line: lineOf(node.start) });
      for (const other of others) visit(other);
      return;
    }
    // A message for programmers.
    if (type === 'NewExpression' && nameOf(node['callee']) === 'Error') return;
    if (type === 'CallExpression' && ofElements.has(nameOf((node['callee'] as Found)['property']))) return;
    if (type === 'BinaryExpression' && node['operator'] !== '+') return;
    if (type === 'JSXAttribute' && notShown.has(nameOf(node['name']))) return;
    if (type === 'Property' && notShown.has(nameOf(node['key']))) return;
    if (type === 'TaggedTemplateExpression' || isKeptReason(node)) return;
    if (
      type === 'JSXAttribute' &&
      shownNames.has(nameOf(node['name'])) &&
      (node['value'] as Found | null)?.type === 'Literal'
    )
      for (const text of ownTexts(node['value'] as Found)) if (!isProse(text)) add(text, node);
    for (const text of ownTexts(node)) if (type === 'JSXText' || isProse(text)) add(text, node);
    for (const [name, child] of Object.entries(node)) {
      if (name === 'key' && type === 'Property') continue;
      for (const one of [child].flat()) if (typeof (one as Found | null)?.type === 'string') visit(one as Found);
    }
  };
  for (const node of program.body) visit(node as unknown as Found);
  return { translated, untranslated };
}

/** The text that a node itself has. */
function ownTexts(node: Found): readonly string[] {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : [];
  if (node.type === 'JSXText') return [String(node['value'])];
  if (node.type === 'TemplateLiteral')
    return [(node['quasis'] as { readonly value: { readonly raw: string } }[]).map(({ value }) => value.raw).join('…')];
  return [];
}

/** The sentences that an argument can be: a literal, or the two ends of a condition. */
function textsOf(node: Found): readonly string[] {
  if (node.type === 'ConditionalExpression')
    return [...textsOf(node['consequent'] as Found), ...textsOf(node['alternate'] as Found)];
  if (node.type === 'BinaryExpression') {
    const [left] = textsOf(node['left'] as Found);
    const [right] = textsOf(node['right'] as Found);
    return left === undefined || right === undefined ? [] : [left + right];
  }
  return ownTexts(node);
}
