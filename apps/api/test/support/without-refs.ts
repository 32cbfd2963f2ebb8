/** Replaces the references of a JSON Schema by their definitions. */
export function withoutRefs<Schema extends object>(schema: Schema): Schema {
  const { $defs = {}, ...rest } = schema as { readonly $defs?: Readonly<Record<string, unknown>> };
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...own } = value as { readonly $ref?: string };
    const members = Object.fromEntries(Object.entries(own).map(([name, member]) => [name, resolve(member)]));
    const referred = $ref?.startsWith('#/$defs/') ? resolve($defs[$ref.slice('#/$defs/'.length)]) : {};
    return { ...(referred as object), ...members };
  };
  return resolve(rest) as Schema;
}
