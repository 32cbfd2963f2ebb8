import { addressesOf, at, type Cell, type CellHost, pathsOf, type RenderedFile, type Secrets } from './description.ts';

/** JSON is YAML too, and quotes every value. */
const yaml = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** etcd keeps who the leader is. Patroni asks it before it promotes a standby. */
export function renderEtcd(cell: Cell, host: CellHost): RenderedFile {
  const { etcd, etcdPeers } = cell.ports;
  const client = `http://${at(host.address, etcd)}`;
  const peer = `http://${at(host.address, etcdPeers)}`;
  return {
    path: `${pathsOf(cell, host).config}/etcd/etcd.yml`,
    owner: 'etcd',
    text: yaml({
      name: host.name,
      'data-dir': `${pathsOf(cell, host).data}/etcd/data`,
      'listen-client-urls': client,
      'advertise-client-urls': client,
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
      'initial-cluster': cell.hosts.map(({ name, address }) => `${name}=http://${at(address, etcdPeers)}`).join(','),
      'initial-cluster-state': 'new',
      'initial-cluster-token': scopeOf(cell),
      // A busy disk delays a heartbeat by hundreds of milliseconds; the usual limit would elect a leader each time.
      'heartbeat-interval': 300,
      'election-timeout': 3_000,
      'auto-compaction-retention': '1',
      // Patroni speaks through it. With a file of settings it is off by default.
      'enable-grpc-gateway': true,
    }),
  };
}

/** The name of the cluster in etcd and in pgBackRest. */
export const scopeOf = ({ name }: Cell): string => `linework-${name}`;

/** A leader that is gone is replaced after `ttl`, of which 20 s is the smallest that Patroni takes. */
const patroniTimes = { ttl: 20, loop_wait: 5, retry_timeout: 5 };

export function renderPatroni(cell: Cell, host: CellHost, secrets: Secrets): RenderedFile {
  const { config, data, run } = pathsOf(cell, host);
  const { address } = host;
  const folder = `${data}/postgres`;
  return {
    path: `${config}/patroni/patroni.yml`,
    owner: 'postgres',
    text: yaml({
      scope: scopeOf(cell),
      namespace: '/linework/',
      name: host.name,
      restapi: {
        listen: at(address, cell.ports.patroni),
        connect_address: at(address, cell.ports.patroni),
        authentication: { username: 'patroni', password: secrets.patroni },
      },
      etcd3: { hosts: cell.hosts.map((each) => at(each.address, cell.ports.etcd)) },
      bootstrap: {
        dcs: {
          ...patroniTimes,
          maximum_lag_on_failover: 1_048_576,
          // A commit is answered when a standby has it on its disk. Without a standby the leader goes on alone, and
          // then no standby is promoted that might lack a commit.
          synchronous_mode: cell.replication === 'synchronous',
          postgresql: { use_pg_rewind: true, use_slots: true, parameters: serverParameters(cell) },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
        post_bootstrap: `${cell.postgres.programs}/psql -X -v ON_ERROR_STOP=1 -c "CREATE DATABASE linework" -d`,
      },
      postgresql: {
        listen: at(address, cell.ports.postgres),
        connect_address: at(address, cell.ports.postgres),
        data_dir: `${folder}/data`,
        bin_dir: cell.postgres.programs,
        pgpass: `${folder}/pgpass`,
        authentication: {
          superuser: { username: 'postgres', password: secrets.superuser },
          replication: { username: 'replication', password: secrets.replication },
        },
        basebackup: [{ checkpoint: 'fast' }],
        parameters: { unix_socket_directories: `${run}/postgres`, ...archiveParameters(cell, host) },
        pg_ident: [`linework ${cell.databaseUser} postgres`],
        pg_hba: [
          'local all postgres peer map=linework',
          ...addressesOf(cell).flatMap((from) => {
            const network = `${from}/${from.includes(':') ? 128 : 32}`;
            return [`host all all ${network} scram-sha-256`, `host replication replication ${network} scram-sha-256`];
          }),
        ],
      },
    }),
  };
}

/**
 * The parameters of every PostgreSQL of the cluster. They are written at the first start only; later they are changed
 * by `patronictl edit-config`.
 */
function serverParameters(cell: Cell): Readonly<Record<string, string>> {
  return {
    max_connections: '300',
    max_wal_senders: '10',
    max_replication_slots: '10',
    wal_level: 'replica',
    wal_log_hints: 'on',
    hot_standby: 'on',
    synchronous_commit: 'on',
    shared_buffers: '1GB',
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A connection whose client is gone ends within a minute.
    tcp_keepalives_idle: '30',
    tcp_keepalives_interval: '10',
    tcp_keepalives_count: '3',
    // The log gets neither the row that breaks a constraint nor the parameters of a statement.
    log_error_verbosity: 'terse',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    ...cell.postgres.parameters,
  };
}

function archiveParameters(cell: Cell, host: CellHost): Readonly<Record<string, string>> {
  if (cell.backup === undefined) return {};
  return {
    archive_mode: 'on',
    archive_timeout: '60',
    archive_command: `pgbackrest --config=${backupFile(cell, host)} --stanza=${scopeOf(cell)} archive-push %p`,
  };
}

const backupFile = (cell: Cell, host: CellHost): string => `${pathsOf(cell, host).config}/patroni/pgbackrest.conf`;

/** Each host can back up and restore. The unit of the backup does it on the leader only. */
export function renderBackup(cell: Cell, host: CellHost): readonly RenderedFile[] {
  if (cell.backup === undefined) return [];
  const { data, run } = pathsOf(cell, host);
  const own = `${data}/postgres/pgbackrest`;
  const options = {
    'repo1-retention-full': '7',
    ...cell.backup,
    'start-fast': 'y',
    'log-level-file': 'off',
    'lock-path': `${own}/lock`,
    'spool-path': `${own}/spool`,
  };
  const stanza = {
    'pg1-path': `${data}/postgres/data`,
    'pg1-port': String(cell.ports.postgres),
    'pg1-socket-path': `${run}/postgres`,
    'pg1-user': 'postgres',
  };
  const lines = (values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([option, value]) => `${option}=${value}`);
  return [
    {
      path: backupFile(cell, host),
      owner: 'postgres',
      text: `${['[global]', ...lines(options), '', `[${scopeOf(cell)}]`, ...lines(stanza)].join('\n')}\n`,
    },
  ];
}

/** The folder of the repository, unless it is a bucket or another host's. */
export const repositoryFolder = ({ backup = {} }: Cell): readonly string[] =>
  'repo1-path' in backup && !('repo1-type' in backup) && !('repo1-host' in backup) ? [backup['repo1-path'] ?? ''] : [];

/** Backs up if this host is the leader. The stanza is created by the first one. */
export function backupCommand(cell: Cell, host: CellHost): string {
  const pgbackrest = `pgbackrest --config=${backupFile(cell, host)} --stanza=${scopeOf(cell)}`;
  const isLeader = `curl -fs -o /dev/null http://${at(host.address, cell.ports.patroni)}/primary`;
  return `${isLeader} || exit 0; ${pgbackrest} stanza-create && ${pgbackrest} backup`;
}
