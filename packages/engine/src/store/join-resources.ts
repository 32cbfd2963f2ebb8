import type { ResourceType } from '../model/resource-type.ts';

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
