/** A node of the tree that PostgreSQL makes of a statement, such as a VAR or a QUERY. */
export interface TreeNode {
  readonly node: string;
  readonly fields: Readonly<Record<string, TreeValue>>;
}

/** A field has a node, a list, a word, or several words. The word `<>` says that there is none. */
export type TreeValue = TreeNode | string | readonly TreeValue[];

const tokens = /[(){}]|(?:\\[\s\S]|[^\s(){}\\])+/g;

/** Parses what PostgreSQL logs with `debug_print_rewritten`. */
export function parseNodeTree(text: string): TreeValue {
  const all = text.match(tokens) ?? [];
  let at = 0;
  const next = () => all[at++] ?? '';

  function parseValue(): TreeValue {
    const token = next();
    if (token === '(') return parseUntil(')');
    return token === '{' ? parseNode() : token;
  }

  function parseUntil(end: string): readonly TreeValue[] {
    const values: TreeValue[] = [];
    while (at < all.length && all[at] !== end) values.push(parseValue());
    at += 1;
    return values;
  }

  function parseNode(): TreeNode {
    const node = next();
    const fields: Record<string, TreeValue> = {};
    while (at < all.length && all[at] !== '}') {
      const name = next().slice(1);
      const values: TreeValue[] = [];
      while (at < all.length && all[at] !== '}' && !all[at]?.startsWith(':')) values.push(parseValue());
      fields[name] = values.length === 1 ? (values[0] as TreeValue) : values;
    }
    at += 1;
    return { node, fields };
  }

  return parseValue();
}
