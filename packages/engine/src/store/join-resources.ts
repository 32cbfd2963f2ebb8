import type { ResourceType } from '../model/resource-type.ts';

/** Joins the resource of the order `order`, whatever its type. Each type has an alias: its name. */
export const joinResources = (resources: readonly ResourceType[], order: string): string =>
  resources.map(({ name, table }) => `LEFT JOIN ${table} ${name} ON ${order}.resource_type = '${name}' AND ${name}.id = ${order}.resource_id`).join('\n  ');

/** The status and the facts of the joined resource. */
export function selectResource(resources: readonly ResourceType[]): string {
  const status = resources.map(({ name }) => `${name}.status`);
  const facts = resources.map(({ name, factColumns }) => `WHEN ${name}.id IS NOT NULL THEN json_build_object(${listFacts(name, factColumns)})`);
  return `coalesce(${status.join(', ')}) AS resource_status, CASE ${facts.join(' ')} END AS facts`;
}

const listFacts = (name: string, columns: readonly string[]) => columns.map((column) => `'${column}', ${name}.${column}`).join(', ');
