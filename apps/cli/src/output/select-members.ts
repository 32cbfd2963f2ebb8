/** A member by its path, such as `holder.name`. In an array the path goes into each element. */
function readMember(value: unknown, path: string): unknown {
  return path.split('.').reduce(readStep, value);
}

function readStep(value: unknown, name: string): unknown {
  if (Array.isArray(value))
    return /^\d+$/.test(name) ? value[Number(name)] : value.map((element) => readStep(element, name));
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/**
 * Keeps the members of `paths`, each under its path. A member that is absent becomes null, so that every record has the
 * same members.
 */
export function selectMembers(value: unknown, paths: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(paths.map((path) => [path, readMember(value, path) ?? null]));
}

/** Splits the value of `--select`. */
export const splitPaths = (text: string): readonly string[] =>
  text
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '');
