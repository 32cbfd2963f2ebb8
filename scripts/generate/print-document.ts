/** The members whose own members stand in lines, and how deep: `paths` has a line for each method of each path. */
const depths: Readonly<Record<string, number>> = {
  info: 1,
  tags: 1,
  'x-tagGroups': 1,
  paths: 2,
  webhooks: 2,
  channels: 3,
  operations: 1,
  components: 2,
};

/**
 * Prints an OpenAPI or AsyncAPI document with one line for each operation, schema and event, so that a change is a
 * line.
 */
export function printDocument(document: object): string {
  const members = Object.entries(document).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${printLines(value, depths[name] ?? 0, '  ')}`,
  );
  return `{\n${members.join(',\n')}\n}\n`;
}

/** Prints JSON whose members stand in lines down to `depth`. */
export function printLines(value: unknown, depth: number, indentation = ''): string {
  if (depth === 0 || typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return JSON.stringify(value);
  const inner = `${indentation}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => inner + printLines(item, depth - 1, inner))
    : Object.entries(value).map(([name, member]) => {
        return `${inner}${JSON.stringify(name)}: ${printLines(member, depth - 1, inner)}`;
      });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${indentation}${close}`;
}
