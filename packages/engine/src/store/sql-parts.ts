import type { ResourceType } from '../model/resource-type.ts';

/** Returns a function that creates a value once for each object, and then returns the same value for it. */
export function onceForEach<Key extends object, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const created = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const entry = created.get(key) ?? { value: create(key) };
    created.set(key, entry);
    return entry.value;
  };
}

/**
 * SQL that fails the whole statement unless the condition is true. The function that raises is called only when the
 * condition is false.
 */
export const assertThat = (condition: string, message: string) =>
  `CASE WHEN ${condition} THEN true ELSE assert_that(false, '${message}') END`;

/** Joins the resource of the order `order`, whatever its type. Each type has an alias: its name. */
export const joinResources = (resources: readonly ResourceType[], order: string): string =>
  resources
    .map(
      ({ name, table }) =>
        `LEFT JOIN ${table} ${name} ON ${order}.resource_type = '${name}' AND ${name}.id = ${order}.resource_id`,
    )
    .join('\n  ');

/** The status and the facts of the joined resource; nulls for an order on another type. */
export function selectResource(resources: readonly ResourceType[]): string {
  const statuses = resources.map(({ name }) => `WHEN ${name}.id IS NOT NULL THEN ${name}.status`);
  const facts = resources.map(
    ({ name, factColumns }) => `WHEN ${name}.id IS NOT NULL THEN json_build_object(${listFacts(name, factColumns)})`,
  );
  return `${chooseByType(statuses)} AS resource_status, ${chooseByType(facts)} AS facts`;
}

/** A CASE with these branches. A program without order types has none. */
export const chooseByType = (branches: readonly string[]): string =>
  branches.length === 0 ? 'NULL' : `CASE ${branches.join(' ')} END`;

/** The end of the name of a statement that depends on the resource types of the program. */
export const joinNames = (resources: readonly ResourceType[]): string => resources.map(({ name }) => name).join('-');

const listFacts = (name: string, columns: readonly string[]) =>
  columns.map((column) => `'${column}', ${name}.${column}`).join(', ');
