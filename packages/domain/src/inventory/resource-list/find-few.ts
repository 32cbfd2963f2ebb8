import type { Db } from '@linework/db/db';
import { plannedEachTime } from '@linework/db/statement';
import { composedValues } from '../../lists/composed-values.ts';
import { stretchOf } from '../../lists/page.ts';
import { beyondCursor, orderOf } from '../../lists/sql-stretch.ts';
import type { Shelves } from './find-shelves.ts';
import { matchResources } from './match-resources.ts';
import { type Bind, neededBy, resourceConditions, sorts } from './resource-conditions.ts';
import type { ResourceFilters } from './resource-filters.ts';

export interface Few {
  /** How many match. */
  readonly total: number;
  /** Those of the page, and the one after it. */
  readonly ids: readonly string[];
}

interface Finding {
  readonly bind: Bind;
  /** How many are few. */
  readonly most: number;
}

/** Parts of a code as long as this are those of few, unless all codes of a kind begin with them. */
const tellingCharacters = 4;

/**
 * How many match and which of them make the page, at once: to count what has a part of a code is to meet it all, which is most of what a
 * page of it takes. Undefined where more than a few have it, which is known after as many; where no part is asked for by which they can be
 * expected to be few; and of a list by its last changes, in which a row may have another place by the time it is read.
 */
export async function findFew(db: Pick<Db, 'query'>, filters: ResourceFilters, shelves: Shelves): Promise<Few | undefined> {
  if (filters.sortBy === 'updatedAt' || Array.from(filters.externalCode ?? '').length < tellingCharacters) return undefined;
  const { bind, values } = composedValues();
  const most = manyToWalkTo(filters, shelves);
  const text = fewStatement(filters, shelves, { bind, most });
  const [few] = await db.query<Few & { readonly found: number }>(plannedEachTime(text), values);
  return few && few.found <= most ? few : undefined;
}

/** Of more than so many, a walk until the page is full meets fewer rows than match. */
const manyToWalkTo = (filters: ResourceFilters, { everything }: Shelves) => Math.ceil(Math.sqrt(stretchOf(filters).take * everything));

/** Each part MATERIALIZED: what is found is found once, planned as if all of it were wanted, and left off when it is no longer few. */
function fewStatement(filters: ResourceFilters, shelves: Shelves, { bind, most }: Finding): string {
  const { from } = matchResources(ofResource(filters), shelves, { bind });
  const { column, type } = sorts[filters.sortBy];
  const place = { column: 'place', type, id: 'id' } as const;
  const beyond = beyondCursor(filters, place, bind).map((condition) => `WHERE ${condition}`);
  const { skip, take } = stretchOf(filters);
  return `WITH found AS MATERIALIZED (SELECT r.id, r.created_at, r.external_code ${from}),
      few AS MATERIALIZED (SELECT * FROM found LIMIT ${bind(most + 1)}::int),
      matching AS MATERIALIZED (SELECT few.id, ${column} AS place FROM few ${askedForState(filters, { bind, most })})
    SELECT (SELECT count(*) FROM few)::int AS found, (SELECT count(*) FROM matching)::int AS total,
      ARRAY(SELECT id FROM matching ${beyond.join('')} ${orderOf(filters, place)} OFFSET ${bind(skip)}::bigint LIMIT ${bind(take)}::bigint) AS ids`;
}

/** One state after the other, by its key, and none where more are found than a few. */
function askedForState(filters: ResourceFilters, { bind, most }: Finding): string {
  if (!neededBy(filters).state) return '';
  const conditions = ['s.resource_id = few.id', ...Object.values(resourceConditions(ofState(filters), 's', bind)).flat()].join(' AND ');
  return `CROSS JOIN LATERAL (SELECT FROM resource_state s WHERE ${conditions} LIMIT 1) AS s WHERE (SELECT count(*) FROM few) <= ${bind(most)}::int`;
}

const ofResource = (filters: ResourceFilters): ResourceFilters => ({ ...filters, status: undefined, updatedAtFrom: undefined, updatedAtTo: undefined });

const ofState = ({ status, updatedAtFrom, updatedAtTo, sortBy, sortOrder, limit }: ResourceFilters): ResourceFilters => ({
  ...{ status, updatedAtFrom, updatedAtTo },
  ...{ sortBy, sortOrder, limit },
});
