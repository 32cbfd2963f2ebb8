import {
  addressesOf,
  at,
  type Cell,
  type CellHost,
  pathsOf,
  type RenderedFile,
  redisHosts,
  type Secrets,
} from './description.ts';
import { renderHaproxy } from './haproxy.ts';
import { backupCommand, renderBackup, renderEtcd, renderPatroni, repositoryFolder, scopeOf } from './postgres.ts';
import { renderRedis } from './redis.ts';

/** A program of a host. systemd runs it from its unit, a test from the same command. */
export interface Service {
  readonly name: string;
  readonly description: string;
  readonly user: string;
  /** Words without spaces. */
  readonly command: readonly string[];
  /** A file that the program rewrites is copied at the first start: from, to. */
  readonly copies?: readonly (readonly [string, string])[];
  /** A file of settings. */
  readonly environment?: string;
  readonly folder?: string;
  readonly after?: readonly string[];
  /** A stop may take that long. */
  readonly stopSeconds?: number;
  /** It makes a socket in the folder of its user below /run. */
  readonly hasSocket?: true;
  /** A line of a shell that succeeds while the program works. */
  readonly health: string;
  readonly extra?: readonly string[];
}

/** Where the release of Linework is on every host. */
const programFolder = '/opt/linework';
const node = `${programFolder}/node_modules/node/bin/node`;

/** Without Redis an API still accepts requests. */
const healthPaths = { api: '/health/ready?exclude=redis', worker: '/health/ready' } as const;

export function servicesOf(cell: Cell, host: CellHost): readonly Service[] {
  const { config, data } = pathsOf(cell, host);
  const { ports } = cell;
  const { address } = host;
  const redis = (name: 'redis' | 'sentinel', ...flags: readonly string[]): Service => ({
    name,
    description: name === 'redis' ? 'Redis of the wake-ups' : 'Sentinel, which promotes the replica of Redis',
    user: 'redis',
    command: ['/usr/bin/redis-server', `${data}/redis/${name}.conf`, ...flags],
    copies: [[`${config}/redis/${name}.conf`, `${data}/redis/${name}.conf`]],
    health:
      `REDISCLI_AUTH=$(sed -n 's/^requirepass //p' ${data}/redis/${name}.conf) ` +
      `redis-cli -h ${address} -p ${ports[name === 'redis' ? 'redis' : 'sentinel']} ping | grep -qx PONG`,
  });
  const program = (name: 'api' | 'worker', path: string): Service => ({
    name,
    description: `the ${name} of Linework`,
    user: 'linework',
    command: [node, `apps/${name}/src/main.ts`],
    environment: `${config}/linework/programs.env`,
    folder: programFolder,
    after: ['haproxy'],
    stopSeconds: 60,
    extra: ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'ProtectHome=yes', 'PrivateTmp=yes', 'PrivateDevices=yes'],
    health:
      `node -e "fetch('http://${at(address, ports[name])}${path}')` +
      `.then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"`,
  });
  return [
    {
      name: 'etcd',
      description: 'etcd, which keeps the leader of PostgreSQL',
      user: 'etcd',
      command: ['/usr/bin/etcd', '--config-file', `${config}/etcd/etcd.yml`],
      health: `ETCDCTL_API=3 etcdctl --endpoints=http://${at(address, ports.etcd)} endpoint health`,
    },
    {
      name: 'patroni',
      description: 'Patroni with its PostgreSQL',
      user: 'postgres',
      command: ['/usr/bin/patroni', `${config}/patroni/patroni.yml`],
      after: ['etcd'],
      stopSeconds: 120,
      // Patroni stops its PostgreSQL itself.
      extra: ['KillMode=process'],
      hasSocket: true,
      health: `curl -fs -o /dev/null http://${at(address, ports.patroni)}/health`,
    },
    ...(redisHosts(cell).includes(host) ? [redis('redis')] : []),
    redis('sentinel', '--sentinel'),
    {
      name: 'haproxy',
      description: 'haproxy in front of everything',
      user: 'haproxy',
      command: ['/usr/sbin/haproxy', '-W', '-db', '-f', `${config}/haproxy/haproxy.cfg`],
      stopSeconds: 60,
      extra: ['KillMode=mixed', 'AmbientCapabilities=CAP_NET_BIND_SERVICE', 'ExecReload=/bin/kill -USR2 $MAINPID'],
      hasSocket: true,
      health: `curl -fs -o /dev/null http://${at(address, ports.balancer)}/metrics`,
    },
    ...host.programs.map((name) => program(name, healthPaths[name])),
  ];
}

/** The settings of the API and of the worker: one file for both, as in the composition. */
function renderSettings(cell: Cell, host: CellHost, secrets: Secrets): readonly RenderedFile[] {
  const { ports } = cell;
  const { config } = pathsOf(cell, host);
  const database = (role: string, password: string) =>
    `postgresql://${role}:${password}@${at(host.address, ports.database)}/linework`;
  const applicationUrl = database('linework_application', secrets.application);
  const ownerUrl = database('linework_owner', secrets.owner);
  const programs = {
    NODE_ENV: 'production',
    MALLOC_ARENA_MAX: '2',
    NODE_OPTIONS: '--max-semi-space-size=8',
    DATABASE_URL: applicationUrl,
    REDIS_URL: `redis://:${secrets.redis}@${at(host.address, ports.queue)}`,
    HOST: host.address,
    PORT: String(ports.api),
    ADMIN_HOST: host.address,
    ADMIN_PORT: String(ports.admin),
    WORKER_HOST: host.address,
    WORKER_PORT: String(ports.worker),
    PUBLIC_URL: cell.publicUrl,
    CELL: cell.name,
    CELL_GROUP: cell.name,
    TRUST_PROXY: addressesOf(cell).join(','),
    SECRET_PUBLIC_KEYS_FILE: `${config}/linework/secret_public_keys`,
    SECRET_PRIVATE_KEYS_FILE: `${config}/linework/secret_private_keys`,
    ...cell.settings,
  };
  // For the roles and the migrations, which a person runs as root.
  const owner = {
    ADMIN_DATABASE_URL: database('postgres', secrets.superuser),
    OWNER_DATABASE_URL: ownerUrl,
    APPLICATION_DATABASE_URL: applicationUrl,
    DATABASE_URL: ownerUrl,
  };
  const text = (settings: object) => Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
  return [
    { path: `${config}/linework/programs.env`, owner: 'linework', text: text(programs).join('') },
    { path: `${config}/owner.env`, owner: 'root', text: text(owner).join('') },
  ];
}

/** Every file of a host but the secret keys. */
export function renderHost(cell: Cell, host: CellHost, secrets: Secrets): readonly RenderedFile[] {
  return [
    renderEtcd(cell, host),
    renderPatroni(cell, host, secrets),
    ...renderBackup(cell, host),
    ...renderRedis(cell, host, secrets),
    ...renderHaproxy(cell, host, secrets),
    ...renderSettings(cell, host, secrets),
  ];
}

const ini = (sections: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(sections)
    .map(([name, lines]) => `[${name}]\n${lines.map((line) => `${line}\n`).join('')}`)
    .join('\n');

function unitOf(cell: Cell, host: CellHost, service: Service): string {
  const { description, user, command, copies = [], environment, folder, after = [] } = service;
  const { stopSeconds = 30, hasSocket } = service;
  const ordered = ['network-online.target', ...after.map((name) => `linework-${name}.service`)];
  const { run } = pathsOf(cell, host);
  return ini({
    Unit: [
      `Description=Linework: ${description}`,
      'Wants=network-online.target',
      `After=${ordered.join(' ')}`,
      'StartLimitIntervalSec=0',
    ],
    Service: [
      `User=${user}`,
      ...(environment === undefined ? [] : [`EnvironmentFile=${environment}`]),
      ...(folder === undefined ? [] : [`WorkingDirectory=${folder}`]),
      ...copies.map(([from, to]) => `ExecStartPre=/bin/cp --no-clobber ${from} ${to}`),
      `ExecStart=${command.join(' ')}`,
      // A program that ends for whatever reason is started again.
      'Restart=always',
      'RestartSec=1',
      `TimeoutStopSec=${stopSeconds}`,
      'LimitNOFILE=65536',
      // systemd makes the folder of sockets below /run, which is empty after a start of the machine.
      ...(run === '/run/linework' && hasSocket
        ? [`RuntimeDirectory=linework/${dataFolderOf(service)}`, 'RuntimeDirectoryMode=0750']
        : []),
      ...(service.extra ?? []),
    ],
    Install: ['WantedBy=multi-user.target'],
  });
}

/** The folder of a service below data and run: that of its user, and `postgres` for Patroni. */
export const dataFolderOf = ({ user }: Pick<Service, 'user'>): string => user;

const backupService = 'linework-backup.service';

const backupUnits = (cell: Cell, host: CellHost): Readonly<Record<string, string>> =>
  cell.backup === undefined
    ? {}
    : {
        [backupService]: ini({
          Unit: [`Description=Linework: a full backup of ${scopeOf(cell)}, on the leader`],
          Service: ['Type=oneshot', 'User=postgres', `ExecStart=/bin/sh -c '${backupCommand(cell, host)}'`],
        }),
        'linework-backup.timer': ini({
          Unit: ['Description=Linework: a backup a day'],
          Timer: ['OnCalendar=daily', 'RandomizedDelaySec=30m', 'Persistent=true'],
          Install: ['WantedBy=timers.target'],
        }),
      };

/** The units by their file names. */
export const unitsOf = (cell: Cell, host: CellHost): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    servicesOf(cell, host).map((service) => [`linework-${service.name}.service`, unitOf(cell, host, service)]),
  ),
  ...backupUnits(cell, host),
});

/**
 * Run it as root on the host, in the folder with its files. It can be run again after a change. With `files` it places
 * the files and their folders, and nothing else: so a container uses it.
 */
export function installScript(cell: Cell, host: CellHost, files: readonly RenderedFile[]): string {
  const { config, data } = pathsOf(cell, host);
  const services = servicesOf(cell, host);
  const users = [...new Set(services.map(({ user }) => user))];
  const programs = host.programs.map((name) => `linework-${name}.service`);
  const servers = Object.keys(unitsOf(cell, host)).filter((name) => ![...programs, backupService].includes(name));
  return `${[
    '#!/bin/sh',
    `# Installs the files of ${host.name} and starts its services.`,
    'set -eu',
    'cd "$(dirname "$0")"',
    'id linework > /dev/null 2>&1 || useradd --system --home-dir /opt/linework --shell /usr/sbin/nologin linework',
    'cp -R files/. /',
    `chmod 755 ${config}`,
    ...users.map((user) => `install -d -o ${user} -g ${user} -m 700 ${data}/${user}`),
    ...files.map(({ path, owner, mode = 0o600 }) => `chown ${owner}: ${path} && chmod ${mode.toString(8)} ${path}`),
    ...[...new Set(files.map(({ path }) => path.slice(0, path.lastIndexOf('/'))))].map(
      (folder) => `chmod 755 ${folder}`,
    ),
    ...repositoryFolder(cell).map((folder) => `install -d -o postgres -g postgres -m 750 ${folder}`),
    '[ "$*" != files ] || exit 0',
    "# Debian's own units of the same programs stay off.",
    'for unit in etcd patroni haproxy redis-server redis-sentinel postgresql; do',
    '  systemctl disable --now "$unit" > /dev/null 2>&1 || true',
    'done',
    'systemctl daemon-reload',
    `systemctl enable --now ${servers.join(' ')}`,
    // Their database has no tables yet.
    ...programs.map((name) => `systemctl enable ${name}`),
  ].join('\n')}\n`;
}
