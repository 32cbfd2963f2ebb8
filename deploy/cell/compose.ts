import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { type Cell, type CellHost, pathsOf } from './description.ts';
import { backupCommand, repositoryFolder } from './postgres.ts';
import { type Service, servicesOf } from './services.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');

/** What every container has. Its programs need no right of root. */
const unprivileged = { security_opt: ['no-new-privileges:true'], cap_drop: ['ALL'] };
const always = { init: true, restart: 'unless-stopped' };
const once = { init: true, restart: 'no' };
const done = { condition: 'service_completed_successfully' };
const healthy = { condition: 'service_healthy' };

const image = (name: string, context: string, base: string, example: string) => ({
  image: name,
  build: {
    context,
    args: { [base]: `\${${base}:?Set ${base} to ${example} with its digest, as in ${example}@sha256:...}` },
  },
});
const debian = image('linework-cell', `${repository}/deploy/cell`, 'DEBIAN_IMAGE', 'debian:bookworm-slim');
const linework = image('linework', repository, 'NODE_IMAGE', 'node:24-slim');

/** Compose replaces variables in every text. */
const literal = (text: string): string => text.replaceAll('$', '$$$$');
const shell = (...lines: readonly string[]): readonly string[] => ['sh', '-c', literal(lines.join(' && '))];

type Services = Readonly<Record<string, object>>;

/**
 * The whole cell in containers of one machine. A container without a program stands for each host: it has the address,
 * and the services of the host share its network, so every file is that of a machine.
 */
export function renderCompose(cell: Cell): string {
  const { subnet } = cell.containers ?? {};
  const composition = {
    services: Object.assign({}, ...cell.hosts.map((host) => hostServices(cell, host)), databaseServices(cell)),
    networks: { cell: { ipam: { config: [{ subnet }] } } },
    volumes: Object.fromEntries(
      cell.hosts.flatMap((host) => volumesOf(cell, host)).map((mount) => [mount.split(':')[0], {}]),
    ),
  };
  return `# Rendered by npm run cell. Change the description and not this file.\n${stringify(composition, {
    lineWidth: 120,
    aliasDuplicateObjects: false,
    // Older readers of YAML take `no` for a truth value and `80:80` for a number: it is quoted.
    version: '1.1',
  })}`;
}

/** The folders of a host, and the repository that all hosts share. */
function volumesOf(cell: Cell, host: CellHost): readonly string[] {
  const paths = pathsOf(cell, host);
  return [
    ...(['config', 'data', 'run'] as const).map((kind) => `${host.name}-${kind}:${paths[kind]}`),
    ...repositoryFolder(cell).map((path) => `backup:${path}`),
  ];
}

function hostServices(cell: Cell, host: CellHost): Services {
  const services = servicesOf(cell, host);
  return {
    [host.name]: network(cell, host),
    [`${host.name}-files`]: files(cell, host),
    ...Object.fromEntries(services.map((service) => [`${host.name}-${service.name}`, container(cell, host, service)])),
    ...(cell.backup === undefined ? {} : { [`${host.name}-backup`]: backup(cell, host) }),
  };
}

function network(cell: Cell, host: CellHost): object {
  const { firstPort = 0, firstConsolePort = 0 } = cell.containers ?? {};
  const at = cell.hosts.indexOf(host);
  return {
    ...debian,
    ...always,
    ...unprivileged,
    command: ['sleep', 'infinity'],
    networks: { cell: { ipv4_address: host.address } },
    // haproxy is not root.
    sysctls: { 'net.ipv4.ip_unprivileged_port_start': '0' },
    // Only for this machine: it is HTTP without TLS, and a port of Docker goes around the firewall.
    ports: [
      `127.0.0.1:${firstPort + at}:${cell.ports.public}`,
      `127.0.0.1:${firstConsolePort + at}:${cell.ports.console}`,
    ],
  };
}

/** Copies the files of the host into its volumes, for the users that read them. */
function files(cell: Cell, host: CellHost): object {
  return {
    ...debian,
    ...once,
    ...unprivileged,
    cap_add: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER'],
    network_mode: 'none',
    command: shell('sh /rendered/install.sh files', `chmod 1777 ${pathsOf(cell, host).run}`),
    volumes: [`./${host.name}:/rendered:ro`, ...volumesOf(cell, host)],
  };
}

const inHost = (host: CellHost) => ({ ...unprivileged, network_mode: `service:${host.name}` });

function container(cell: Cell, host: CellHost, service: Service): object {
  const { name, user, command, copies = [], environment, after = [], stopSeconds = 30, hasSocket, health } = service;
  const [, program = ''] = command;
  const folder = `${pathsOf(cell, host).run}/${user}`;
  const isProgram = environment !== undefined;
  const prepared = [
    ...copies.map(([from, to]) => `cp --no-clobber ${from} ${to}`),
    // The sockets of a container that was killed are in the volume still.
    ...(hasSocket ? [`rm -rf ${folder}`, `mkdir -m 750 ${folder}`] : []),
  ];
  return {
    ...(isProgram ? linework : debian),
    ...always,
    ...inHost(host),
    ...(isProgram ? {} : { user }),
    // The passwords are in no variable that the engine shows.
    command: isProgram
      ? shell(...settings(environment), `exec node ${program}`)
      : shell(...prepared, `exec ${command.join(' ')}`),
    volumes: volumesOf(cell, host),
    ...(name === 'patroni' ? { shm_size: '256m' } : {}),
    depends_on: {
      [host.name]: { condition: 'service_started' },
      [`${host.name}-files`]: done,
      ...Object.fromEntries(after.map((other) => [`${host.name}-${other}`, { condition: 'service_started' }])),
      ...(isProgram ? { migrate: done } : {}),
    },
    healthcheck: {
      test: ['CMD-SHELL', literal(health)],
      interval: '5s',
      timeout: '5s',
      retries: 3,
      start_period: '60s',
    },
    stop_grace_period: `${stopSeconds}s`,
  };
}

const settings = (file: string): readonly string[] => ['set -a', `. ${file}`];

/** A backup a day at midnight (UTC), on the leader. */
function backup(cell: Cell, host: CellHost): object {
  const wait = 'sleep $((86400 - $(date +%s) % 86400))';
  return {
    ...debian,
    ...always,
    ...inHost(host),
    user: 'postgres',
    command: shell(`while ${wait}; do sh -c '${backupCommand(cell, host)}'; done`),
    volumes: volumesOf(cell, host),
    depends_on: { [host.name]: { condition: 'service_started' }, [`${host.name}-patroni`]: healthy },
  };
}

/** Creates the roles and the tables, through the haproxy of the first host. */
function databaseServices(cell: Cell): Services {
  const [host] = cell.hosts;
  if (host === undefined) return {};
  const program = (...lines: readonly string[]) => ({
    ...linework,
    ...once,
    ...inHost(host),
    // Only root reads the passwords of the owner and of the superuser.
    user: 'root',
    volumes: volumesOf(cell, host),
    command: shell(...settings(`${pathsOf(cell, host).config}/owner.env`), ...lines),
  });
  const servers = cell.hosts.map(({ name }) => [`${name}-patroni`, healthy]);
  return {
    // haproxy may lead to a standby until it has checked all of them.
    roles: {
      ...program('until node packages/db/src/create-roles-main.ts; do sleep 2; done'),
      depends_on: { ...Object.fromEntries(servers), [`${host.name}-haproxy`]: healthy },
    },
    migrate: { ...program('exec node packages/db/src/migrate-main.ts'), depends_on: { roles: done } },
  };
}
