import pg from 'pg';

export interface DatabaseRoles {
  /** The URL of a superuser, or of a role that can create roles and change the owner of the database. */
  readonly adminUrl: string;
  /** The URL with the name and password of the owner role, which owns the tables and runs the migrations. */
  readonly ownerUrl: string;
  /** The URL with the name and password of the role of the programs. */
  readonly applicationUrl: string;
}

interface Role {
  readonly name: string;
  readonly password: string;
}

/** The schemas of the project, and of its queues if they are in PostgreSQL. */
const schemas = ['public', 'bullmq'] as const;
const ownSchemas = `(${schemas.map((schema) => `'${schema}'`).join(', ')})`;

/**
 * Creates or corrects the two roles of the database: the owner, which may change tables, and the role of the programs,
 * which may only read and change rows. Neither is a superuser. Existing objects of other roles become the owner's. It
 * can be run again at any time, also to change a password.
 */
export async function createRoles({ adminUrl, ownerUrl, applicationUrl }: DatabaseRoles): Promise<void> {
  const [owner, application] = [parseRole(ownerUrl), parseRole(applicationUrl)];
  const client = new pg.Client({
    connectionString: adminUrl,
    application_name: 'linework roles',
    connectionTimeoutMillis: 5_000,
  });
  await client.connect();
  try {
    await client.query('BEGIN');
    for (const { name, password } of [owner, application]) await createRole(client, name, password);
    await transferOwnership(client, owner.name);
    await grantTableAccess(client, owner.name, application.name);
    await limitTimes(client, application.name);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

function parseRole(url: string): Role {
  const { username, password } = new URL(url);
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

async function createRole(client: pg.Client, name: string, password: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  const [role, secret] = [client.escapeIdentifier(name), client.escapeLiteral(password)];
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
  await client.query(
    `${verb} ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD ${secret}`,
  );
}

/** Excludes objects of extensions, which belong to the role that installed the extension. */
const isNotFromExtension = (catalog: string, id: string) =>
  `NOT EXISTS (
    SELECT
    FROM pg_depend d
    WHERE d.classid = '${catalog}'::regclass AND d.objid = ${id} AND d.deptype IN ('e', 'i'))`;

const foreignObjects = `
  SELECT format('SCHEMA %I', nspname) AS object FROM pg_namespace WHERE nspname = 'bullmq' AND nspowner <> $1::regrole
  UNION ALL
  SELECT format(
    CASE relkind
      WHEN 'v' THEN 'VIEW %s'
      WHEN 'm' THEN 'MATERIALIZED VIEW %s'
      WHEN 'S' THEN 'SEQUENCE %s'
      ELSE 'TABLE %s' END,
    oid::regclass)
  FROM pg_class c
  WHERE relnamespace::regnamespace::text IN ${ownSchemas} AND relkind IN ('r', 'p', 'v', 'm', 'S')
    AND relowner <> $1::regrole
    AND ${isNotFromExtension('pg_class', 'c.oid')}
    -- A sequence of a column follows its table.
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i') AND c.relkind = 'S')
  UNION ALL
  SELECT format('ROUTINE %s', oid::regprocedure)
  FROM pg_proc p
  WHERE pronamespace::regnamespace::text IN ${ownSchemas} AND proowner <> $1::regrole
    AND ${isNotFromExtension('pg_proc', 'p.oid')}
  UNION ALL
  SELECT format('TYPE %s', oid::regtype)
  FROM pg_type t
  WHERE typnamespace::regnamespace::text IN ${ownSchemas} AND typtype IN ('e', 'd') AND typowner <> $1::regrole
    AND ${isNotFromExtension('pg_type', 't.oid')}`;

async function transferOwnership(client: pg.Client, owner: string): Promise<void> {
  const { rows } = await client.query<{ object: string }>(foreignObjects, [client.escapeIdentifier(owner)]);
  const role = client.escapeIdentifier(owner);
  const { rows: named } = await client.query<{ name: string }>('SELECT current_database() AS name');
  // The owner of the database can create schemas and trusted extensions, and owns the schema public.
  await client.query(`ALTER DATABASE ${client.escapeIdentifier(named[0]?.name ?? '')} OWNER TO ${role}`);
  for (const { object } of rows) await client.query(`ALTER ${object} OWNER TO ${role}`);
}

/**
 * The limits of a session that sets none. The programs set their own, except behind a connection pooler, where a
 * session is shared.
 */
async function limitTimes(client: pg.Client, application: string): Promise<void> {
  const role = client.escapeIdentifier(application);
  for (const [limit, time] of Object.entries(roleLimits))
    await client.query(`ALTER ROLE ${role} SET ${limit} = '${time}'`);
}

/** Those that the default of STATEMENT_TIMEOUT_MS leads to. */
const roleLimits = { statement_timeout: '5s', idle_in_transaction_session_timeout: '10s' };

/** Grants rights on existing objects, and on those that the owner will create. */
async function grantTableAccess(client: pg.Client, owner: string, application: string): Promise<void> {
  const [from, to] = [client.escapeIdentifier(owner), client.escapeIdentifier(application)];
  await client.query(`ALTER DEFAULT PRIVILEGES FOR ROLE ${from} GRANT USAGE ON SCHEMAS TO ${to}`);
  await client.query(
    `ALTER DEFAULT PRIVILEGES FOR ROLE ${from} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${to}`,
  );
  await client.query(`ALTER DEFAULT PRIVILEGES FOR ROLE ${from} GRANT USAGE, SELECT ON SEQUENCES TO ${to}`);
  const { rows } = await client.query<{ name: string }>(
    `SELECT nspname AS name FROM pg_namespace WHERE nspname IN ${ownSchemas}`,
  );
  for (const { name } of rows) {
    const schema = client.escapeIdentifier(name);
    await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${to}`);
    await client.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${to}`);
    await client.query(`GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${to}`);
  }
}
