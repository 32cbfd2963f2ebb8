import { BlockList, isIPv4 } from 'node:net';
import { z } from 'zod';

/** Every program listens on the address of its host, so one host may be a machine or a loopback address. */
const ports = z.strictObject({
  /** The address of clients, and the console. */
  public: z.int().default(80),
  console: z.int().default(8080),
  /** The PostgreSQL that is the leader, and the Redis that is the master. */
  database: z.int().default(5000),
  queue: z.int().default(6380),
  /** Metrics of haproxy. */
  balancer: z.int().default(8405),
  api: z.int().default(3000),
  admin: z.int().default(3001),
  worker: z.int().default(3002),
  postgres: z.int().default(5432),
  patroni: z.int().default(8008),
  etcd: z.int().default(2379),
  etcdPeers: z.int().default(2380),
  redis: z.int().default(6379),
  sentinel: z.int().default(26_379),
});

const name = z.string().regex(/^[a-z0-9]{1,8}$/, 'must be 1 to 8 of a-z and 0-9');
const settingValue = z.string().regex(/^[^'\r\n]*$/, 'must be one line without a single quote');

const host = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]{1,30}$/),
  address: z.union([z.ipv4(), z.ipv6()]),
  programs: z.array(z.enum(['api', 'worker'])).default(['api', 'worker']),
});

/** The description of a cell: three hosts, their addresses, and what differs from the defaults. */
export const description = z
  .strictObject({
    /** The group of brokers in the keys of this cell. */
    name,
    hosts: z.array(host).min(3).max(7),
    ports: ports.prefault({}),
    /** The address that clients use. */
    publicUrl: z.url(),
    /** A file with the certificate and its key, on every host. Without it the public ports speak plain HTTP. */
    certificate: z.string().optional(),
    /** The public addresses of other cells by their names, as `host:port`. */
    otherCells: z.record(name, z.array(z.string().regex(/^[^\s:]+:\d+$/)).min(1)).default({}),
    /** The cell of a key without a group, and of a group that no cell has. */
    defaultCell: name.optional(),
    /** Requests in a second of a key, for all API processes behind one haproxy together. */
    requestsPerSecond: z.int().min(1).default(1_000),
    /** With `asynchronous`, orders that were accepted last are lost with the machine of the leader. */
    replication: z.enum(['synchronous', 'asynchronous']).default('synchronous'),
    postgres: z
      .strictObject({
        programs: z.string().default('/usr/lib/postgresql/15/bin'),
        /** Added to the parameters of every cell. */
        parameters: z.record(z.string(), z.string()).default({}),
      })
      .prefault({}),
    /** The options of the repository of pgBackRest. Every host must reach it. Without it nothing is archived. */
    backup: z.record(z.string().regex(/^repo1-/), z.string()).optional(),
    /** Further settings of API and worker (docs/configuration.md). */
    settings: z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), settingValue).default({}),
    /** The user of PostgreSQL. */
    databaseUser: z.string().default('postgres'),
    /** A folder in front of every path, with a folder for each host. For cells on one machine. */
    root: z.string().optional(),
    /** The hosts are containers of one machine: compose.yaml is rendered too. */
    containers: z
      .strictObject({
        /** Their network. */
        subnet: z.cidrv4(),
        /** The public address of the first host is this port of the machine, that of the second the next one. */
        firstPort: z.int().default(8000),
        firstConsolePort: z.int().default(8080),
      })
      .optional(),
  })
  .refine(
    ({ hosts }) =>
      new Set(hosts.map(({ address }) => address)).size === hosts.length &&
      new Set(hosts.map((one) => one.name)).size === hosts.length,
    'hosts must have different names and addresses',
  )
  .refine(
    ({ containers, hosts }) =>
      containers === undefined || hosts.every(({ address }) => isInSubnet(address, containers.subnet)),
    { path: ['containers', 'subnet'], message: 'must have the addresses of all hosts' },
  )
  .refine(({ containers, root }) => containers === undefined || root === undefined, {
    path: ['root'],
    message: 'must be left out with containers, which have their files at the usual places',
  });

function isInSubnet(address: string, subnet: string): boolean {
  const [network = '', prefix = ''] = subnet.split('/');
  if (!isIPv4(address) || !isIPv4(network)) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(prefix));
  return list.check(address);
}

export type Cell = z.infer<typeof description>;
export type CellHost = Cell['hosts'][number];

/** The passwords of a cell. They are made once. */
export interface Secrets {
  readonly superuser: string;
  readonly replication: string;
  readonly owner: string;
  readonly application: string;
  readonly redis: string;
  /** Of the interface of Patroni that changes the cluster. */
  readonly patroni: string;
}

/** A file of a host. `owner` is the user that reads it. */
export interface RenderedFile {
  readonly path: string;
  readonly text: string;
  readonly owner: string;
  readonly mode?: number;
}

export interface Paths {
  readonly config: string;
  readonly data: string;
  readonly run: string;
}

export function pathsOf({ root }: Cell, { name: hostName }: CellHost): Paths {
  const prefix = root === undefined ? '' : `${root}/${hostName}`;
  return {
    config: `${prefix}/etc/linework`,
    data: `${prefix}/var/lib/linework`,
    run: `${prefix}/run/linework`,
  };
}

/** The hosts with a Redis: the first begins as the master, the second as its replica. */
export const redisHosts = ({ hosts }: Cell): readonly CellHost[] => hosts.slice(0, 2);

export const addressesOf = ({ hosts }: Cell): readonly string[] => [
  '127.0.0.1',
  ...hosts.map(({ address }) => address),
];

/** `host:port`, with brackets around an address of IPv6. */
export const at = (address: string, port: number): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
