import type { ResourceType } from '../model/resource-type.ts';
import { assertThat } from './assert-that.ts';
import type { TransitionPart } from './transition-part.ts';

/**
 * Writes the status of the resource. It fails unless the resource still has the status with which the transition was
 * planned.
 */
export const moveResource = ({ name, table, statusAssignments }: ResourceType): TransitionPart => ({
  name,
  rows: ({ resource, resourceMoves }) => (resource.name === name ? resourceMoves : []),
  columns: { entry: 'int', resourceId: 'uuid', from: 'text', to: 'text' },
  text: `${name}_wanted AS (
    SELECT w.* FROM $rows w JOIN moved m USING (entry)
  ), ${name}_moved AS (
    UPDATE ${table} r SET status = w."to",${statusAssignments ? `\n      ${statusAssignments},` : ''}
      updated_at = now()
    FROM ${name}_wanted w
    WHERE r.id = ANY(ARRAY(SELECT "resourceId" FROM ${name}_wanted)) AND r.id = w."resourceId" AND r.status = w."from"
    RETURNING 1
  )`,
  assertion: assertThat(
    `cardinality(ARRAY(SELECT 1 FROM ${name}_moved)) = cardinality(ARRAY(SELECT 1 FROM ${name}_wanted))`,
    `a ${name} does not have the expected status`,
  ),
});
