/** A table of this schema, with what it refers to. */
export interface Table {
  readonly name: string;
  /** Itself, or its partitions. */
  readonly leaves: readonly string[];
  /** Whether its rows name their broker: always, or except those of operators. */
  readonly broker: 'always' | 'perhaps' | 'never';
  readonly parents: readonly {
    readonly parent: string;
    readonly columns: readonly (readonly [own: string, other: string])[];
  }[];
}

const tablesSql = `SELECT c.relname AS name,
    CASE WHEN a.attnotnull THEN 'always' WHEN a.attnotnull IS NULL THEN 'never' ELSE 'perhaps' END AS broker,
    CASE c.relkind
      WHEN 'p' THEN ARRAY(SELECT relid::text FROM pg_partition_tree(c.oid) WHERE isleaf)
      ELSE ARRAY[c.oid::regclass::text] END AS leaves,
    coalesce((
      SELECT jsonb_agg(jsonb_build_object('parent', f.confrelid::regclass::text, 'columns', (
        SELECT jsonb_agg(jsonb_build_array(own.attname, other.attname))
        FROM unnest(f.conkey, f.confkey) AS pair(own, other)
        JOIN pg_attribute own ON own.attrelid = f.conrelid AND own.attnum = pair.own
        JOIN pg_attribute other ON other.attrelid = f.confrelid AND other.attnum = pair.other)))
      FROM pg_constraint f
      WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.conparentid = 0), '[]') AS parents
  FROM pg_class c
  LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'broker_id' AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname <> '_prisma_migrations'
  ORDER BY c.relname`;

const isPruned = (alias: string) => `${alias}.broker_id = ANY($1)`;

/**
 * Tables whose rows say in another way whose they are. An operator's endpoint gets the events of all brokers, so each
 * side keeps the deliveries of its own events, and what belongs to no broker stays where it was.
 */
const special: Readonly<Record<string, Readonly<Record<'stays' | 'moves', string>>>> = {
  broker: both('t.id = ANY($1)'),
  idempotency_record: both('t.owner_id = ANY($1)'),
  pool_count: both(`EXISTS (SELECT FROM pool p WHERE p.id = t.pool_id AND ${isPruned('p')})`),
  subscription_line_ended: both(
    `EXISTS (SELECT FROM subscription s WHERE s.id = t.subscription_id AND ${isPruned('s')})`,
  ),
  registered_range: { stays: 'false', moves: 'true' },
  event: { stays: isPruned('t'), moves: `(t.broker_id IS NULL OR ${isPruned('t')})` },
  webhook_delivery: {
    stays: `(${isPruned('t')} OR t.broker_id IS NULL
      AND EXISTS (SELECT FROM event e WHERE e.seq = t.event_seq AND ${isPruned('e')}))`,
    moves: `(${isPruned('t')} OR t.broker_id IS NULL
      AND NOT EXISTS (SELECT FROM event e WHERE e.seq = t.event_seq AND e.broker_id <> ALL($1)))`,
  },
};

/** Tables whose rows belong to no broker. Both sides keep them, as they keep the people. */
const ofNoBroker: readonly string[] = [
  'bulk_rate_limit',
  'bulk_selection',
  'cell_split',
  'event_range',
  'event_sequencer',
  'incident',
  'line_count_day',
  'openid_sign_in',
  'operator',
  'operator_network',
  'operator_session',
  'pause',
  'reconciliation',
  'resource_type',
  'saved_view',
  'secret_data_key',
  'sign_in_attempt',
  'tax_rate',
  'webhook_cursor',
  'worker',
];

function both(predicate: string) {
  return { stays: predicate, moves: predicate };
}

let known: readonly Table[] = [];

/** The tables, each before those that its predicate reads. Throws if it is not said whose the rows of a table are. */
export async function readTables(query: (sql: string) => Promise<readonly Table[]>): Promise<readonly Table[]> {
  known = await query(tablesSql);
  for (const table of known)
    if (predicateOf(table, 'stays') === undefined && !ofNoBroker.includes(table.name))
      throw new Error(`broker-predicates.ts does not say whose the rows of ${table.name} are.`);
  return known.toSorted((one, other) => rank(other) - rank(one));
}

/** How far a table is from one that names its broker. The tables that others read come last. */
const last = ['subscription', 'pool', 'webhook_endpoint', 'event', 'broker'];
const rank = ({ name, broker, parents }: Table): number => {
  if (last.includes(name)) return -last.indexOf(name);
  if (special[name] !== undefined || broker === 'always') return name === 'webhook_delivery' ? 1 : 2;
  return 3 + Math.max(0, ...parents.filter(({ parent }) => parent !== name).map(({ parent }) => rank(find(parent))));
};

function find(name: string): Table {
  const found = known.find((table) => table.name === name);
  if (!found) throw new Error(`There is no table ${name}.`);
  return found;
}

/** In SQL: whether the row `t` belongs to a broker of $1. Undefined for a table that belongs to no broker. */
export function predicateOf(table: Table, side: 'stays' | 'moves', alias = 't'): string | undefined {
  const own = special[table.name]?.[side];
  if (own !== undefined) return alias === 't' ? own : own.replaceAll(/\bt\./g, `${alias}.`);
  if (table.broker !== 'never') return isPruned(alias);
  const alternatives = table.parents.flatMap(({ parent, columns }) => {
    const inner = `${alias}p`;
    const predicate = parent === table.name ? undefined : predicateOf(find(parent), side, inner);
    if (predicate === undefined) return [];
    const isParent = columns.map(([child, other]) => `${inner}.${other} = ${alias}.${child}`).join(' AND ');
    return [`EXISTS (SELECT FROM ${parent} ${inner} WHERE ${isParent} AND ${predicate})`];
  });
  return alternatives.length === 0 ? undefined : `(${alternatives.join(' OR ')})`;
}
