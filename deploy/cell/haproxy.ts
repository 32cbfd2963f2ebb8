import { STATUS_CODES } from 'node:http';
import { badRequest, tooManyRequests, unavailable } from '@linework/problem-details/make-problem';
import type { Problem } from '@linework/problem-details/problem';
import { problemDocument, problemMediaType } from '@linework/problem-details/problem-document';
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

/**
 * haproxy leads to the leader of PostgreSQL, the master of Redis, the APIs that are ready and the other cells. Each
 * host has one: the programs use that of their own host, clients any of them.
 */
export function renderHaproxy(cell: Cell, host: CellHost, secrets: Secrets): readonly RenderedFile[] {
  const folder = `${pathsOf(cell, host).config}/haproxy`;
  const file = (name: string, text: string): RenderedFile => ({ path: `${folder}/${name}`, owner: 'haproxy', text });
  const sections = [
    general(cell, host, folder),
    database(cell, host),
    queue(cell, host, secrets),
    ...publicAddress(cell, host, folder),
    ...cells(cell),
    ...consolePages(cell, host),
    `frontend metrics\n  bind ${at(host.address, cell.ports.balancer)}\n  mode http\n` +
      '  http-request use-service prometheus-exporter if { path /metrics }',
  ];
  return [
    file('haproxy.cfg', `${sections.join('\n\n')}\n`),
    // `set map` on the socket changes it while haproxy runs; this file is what the next start reads.
    file('cells.map', [cell.name, ...Object.keys(cell.otherCells)].map((name) => `${name} cell_${name}\n`).join('')),
    ...problems(cell).map(({ name, text }) => file(name, text)),
  ];
}

const section = (head: string, ...lines: readonly string[]): string => [head, ...lines].join('\n  ');

function general(cell: Cell, host: CellHost, folder: string): string {
  const errors = problems(cell).flatMap(({ status, name }) =>
    status === undefined ? [] : [`errorfile ${status} ${folder}/${name}`],
  );
  return [
    section(
      'global',
      'log stdout format raw local0 notice',
      `stats socket ${pathsOf(cell, host).run}/haproxy/admin.sock mode 660 level admin`,
      'maxconn 4000',
      'hard-stop-after 60s',
    ),
    section(
      'defaults',
      'log global',
      'timeout connect 2s',
      'timeout check 2s',
      // Idle connections of a pool, and streams of events.
      'timeout client 1h',
      'timeout server 1h',
      'timeout http-request 10s',
      'timeout http-keep-alive 65s',
      'timeout queue 5s',
      'option clitcpka',
      'option srvtcpka',
      'option dontlognull',
      // Each further attempt goes to another server.
      'option redispatch 1',
      'retries 3',
      ...errors,
    ),
  ].join('\n\n');
}

const checked = 'check inter 1s fall 2 rise 1';
/** A server that is no longer the leader or the master loses its sessions at once: a program would wait for it. */
const single = `${checked} on-marked-down shutdown-sessions`;

const onlyFromHosts = (cell: Cell): string =>
  `tcp-request connection reject unless { src 127.0.0.0/8 ${addressesOf(cell).slice(1).join(' ')} }`;

const database = (cell: Cell, host: CellHost): string =>
  section(
    'listen database',
    `bind ${at(host.address, cell.ports.database)}`,
    'mode tcp',
    onlyFromHosts(cell),
    'option httpchk GET /primary',
    'http-check expect status 200',
    `default-server ${single} port ${cell.ports.patroni}`,
    ...cell.hosts.map(({ name, address }) => `server ${name} ${at(address, cell.ports.postgres)}`),
  );

const queue = (cell: Cell, host: CellHost, { redis }: Secrets): string =>
  section(
    'listen queue',
    `bind ${at(host.address, cell.ports.queue)}`,
    'mode tcp',
    onlyFromHosts(cell),
    'option tcp-check',
    // A master that comes back says that it is one until Sentinel has made it a replica. So the Sentinel of its host
    // has to name it too: the name of each server is its address.
    `tcp-check connect port ${cell.ports.sentinel}`,
    'tcp-check send "SENTINEL get-master-addr-by-name linework\\r\\n"',
    'tcp-check expect binary-lf 0D0A%[srv_name,hex]0D0A',
    'tcp-check connect',
    `tcp-check send "AUTH ${redis}\\r\\n"`,
    'tcp-check expect string +OK',
    'tcp-check send "INFO replication\\r\\n"',
    'tcp-check expect string role:master',
    'balance first',
    `default-server ${single} maxconn 4000`,
    ...redisHosts(cell).map(({ address }) => `server ${address} ${at(address, cell.ports.redis)}`),
  );

const certificate = (cell: Cell): string => (cell.certificate === undefined ? '' : ` ssl crt ${cell.certificate}`);

const publicAddress = (cell: Cell, host: CellHost, folder: string): readonly string[] => [
  section(
    'frontend public',
    `bind ${at(host.address, cell.ports.public)}${certificate(cell)}`,
    'mode http',
    'option forwardfor',
    // The key itself is not in the table, which the socket shows. One whose requests are refused counts on.
    'http-request track-sc0 req.hdr(x-api-key),sha2(256) table requests_of_keys if { req.hdr(x-api-key) -m found }',
    `http-request return status 429 content-type ${problemMediaType} hdr Retry-After 1 hdr Cache-Control no-store` +
      ` file ${folder}/429.json if { sc0_http_req_rate gt ${cell.requestsPerSecond} }`,
    `use_backend %[req.hdr(x-api-key),field(2,_),map(${folder}/cells.map,${defaultBackend(cell)})]`,
    `default_backend ${defaultBackend(cell)}`,
  ),
  section('backend requests_of_keys', 'stick-table type binary len 32 size 100k expire 10s store http_req_rate(1s)'),
];

const defaultBackend = ({ name, defaultCell = name }: Cell): string => `cell_${defaultCell}`;

function cells(cell: Cell): readonly string[] {
  const options = [
    'mode http',
    // An API that is not ready ends its requests itself: it waits for the database, or it stops. Without Redis it still
    // accepts requests.
    'timeout server 60s',
    'balance leastconn',
    'option httpchk GET /health/ready?exclude=redis',
    'http-check expect status 200',
    // A request without an answer is sent to another API if that changes nothing twice. Any other gets 503, or on a
    // connection that is kept open its end, as HTTP/1.1 wants it.
    'retry-on conn-failure empty-response',
    'http-request disable-l7-retry unless METH_GET or { req.hdr(idempotency-key) -m found }',
    'option allbackups',
  ];
  const own = cell.hosts
    .filter(({ programs }) => programs.includes('api'))
    .flatMap(({ name, address }) => serversOf(name, at(address, cell.ports.api)));
  const others = Object.entries(cell.otherCells).map(([name, addresses]) =>
    section(
      `backend cell_${name}`,
      ...options,
      ...addresses.flatMap((address, of) => serversOf(`${name}${of + 1}`, address)),
    ),
  );
  return [section(`backend cell_${cell.name}`, ...options, ...own), ...others];
}

/**
 * An API is listed twice. While no API is ready, requests go to the second entries, which nothing checks: all APIs are
 * slow under the same load or wait for the same database, and an answer late is better than 503 at once.
 */
const serversOf = (name: string, address: string): readonly string[] => [
  `server ${name} ${address} ${checked}`,
  `server ${name}_unchecked ${address} backup`,
];

/** People reach the console of the admin port, and neither its queues nor its metrics. */
const consolePages = (cell: Cell, host: CellHost): readonly string[] => [
  section(
    'frontend console',
    `bind ${at(host.address, cell.ports.console)}${certificate(cell)}`,
    'mode http',
    'option forwardfor',
    'http-request redirect location /console/ unless { path /console } or { path_beg /console/ }',
    'default_backend console',
  ),
  section(
    'backend console',
    'mode http',
    'option httpchk GET /health/ready?exclude=redis',
    'http-check expect status 200',
    'option allbackups',
    `default-server port ${cell.ports.api}`,
    ...cell.hosts
      .filter(({ programs }) => programs.includes('api'))
      .flatMap(({ name, address }) => serversOf(name, at(address, cell.ports.admin))),
  ),
];

interface ProblemFile {
  readonly name: string;
  readonly text: string;
  /** The status of haproxy that the file replaces. */
  readonly status?: number;
}

/** What haproxy answers itself: the problem documents of the API. Only 429 is sent by a rule, without its head. */
function problems(cell: Cell): readonly ProblemFile[] {
  const unknown = 'The server that got the request has ended. Send it again with the same Idempotency-Key.';
  const answers: readonly (readonly [number, Problem])[] = [
    [400, badRequest('malformed-request', 'The request is no valid HTTP.')],
    [408, badRequest('malformed-request', 'The request did not arrive within 10 s.')],
    [502, unavailable(unknown, 1)],
    [503, unavailable('No server is ready. Send the same request again.', 1)],
    [504, unavailable(unknown, 1)],
  ];
  return [
    { name: '429.json', text: document(cell, tooManyRequests(1)) },
    ...answers.map(([status, problem]) => ({ name: `${status}.http`, status, text: response(cell, problem) })),
  ];
}

const document = ({ publicUrl }: Cell, problem: Problem): string =>
  JSON.stringify(problemDocument(problem, { errorsBase: new URL('/problems', publicUrl).href, requestId: 'none' }));

function response(cell: Cell, problem: Problem): string {
  const body = document(cell, problem);
  const headers = {
    'Content-Type': problemMediaType,
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    ...problem.headers,
  };
  const head = Object.entries(headers).map(([header, value]) => `${header}: ${value}\r\n`);
  return `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${head.join('')}\r\n${body}`;
}
