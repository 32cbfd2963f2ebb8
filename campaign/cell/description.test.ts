import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { needs } from '@linework/testing/run/needs';
import { takesLong } from '@linework/testing/run/takes-long';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { renderCompose } from '../../deploy/cell/compose.ts';
import { ensureSecrets, filesOf, readDescription } from '../../deploy/cell/render.ts';
import { installScript, servicesOf, unitsOf } from '../../deploy/cell/services.ts';

// Two of its tests install a program where it is missing.
takesLong('much-work');

const folder = mkdtempSync(join(tmpdir(), 'linework-render-'));
afterAll(() => rmSync(folder, { recursive: true }));

const example = readFileSync('deploy/cell/three-machines.json', 'utf8');
const change = (own: object) => JSON.stringify({ ...JSON.parse(example), ...own });

describe('the description of a cell', () => {
  it('is refused with all its errors at once', () => {
    const wrong = change({ name: 'Too long a name', hosts: [], requestsPerSecond: 0, unknown: 1 });
    for (const word of ['name', 'hosts', 'requestsPerSecond', 'unknown'])
      expect(() => readDescription(wrong)).toThrow(word);
  });

  it('has no setting that would end its line in a file', () => {
    expect(() => readDescription(change({ settings: { A: "it's" } }))).toThrow('settings.A');
  });

  it('has different addresses', () => {
    const { hosts } = JSON.parse(example) as { hosts: readonly object[] };
    const twice = hosts.map((host) => ({ ...host, address: '10.0.0.11' }));
    expect(() => readDescription(change({ hosts: twice }))).toThrow('different names and addresses');
  });
});

describe('the files of one machine with containers', () => {
  const containers = readFileSync('deploy/cell/one-machine.json', 'utf8');
  const cell = readDescription(containers);
  const target = join(folder, 'containers');
  const secrets = ensureSecrets(join(target, 'secrets'));
  const text = renderCompose(cell);
  const { services } = parse(text) as { readonly services: Readonly<Record<string, Container>> };

  it('are refused if the network lacks an address, or a folder stands in front of the paths', () => {
    const wrong = JSON.stringify({ ...JSON.parse(containers), containers: { subnet: '10.0.0.0/24' }, root: '/srv' });
    for (const word of ['containers.subnet', 'root']) expect(() => readDescription(wrong)).toThrow(word);
  });

  it('have a service for each unit of each host, with its command, on the address of the host', () => {
    for (const host of cell.hosts) {
      expect(services[host.name]?.networks).toEqual({ cell: { ipv4_address: host.address } });
      for (const { name, command, environment } of servicesOf(cell, host)) {
        const service = services[`${host.name}-${name}`];
        const words = environment === undefined ? command : ['node', ...command.slice(1)];
        expect(service?.command.at(-1)).toMatch(new RegExp(`exec ${RegExp.escape(words.join(' '))}$`));
        expect(service?.network_mode).toBe(`service:${host.name}`);
        expect(service?.healthcheck?.test).toHaveLength(2);
      }
    }
  });

  it('name no password', () => {
    const { publicKey: _, ...passwords } = secrets;
    for (const password of Object.values(passwords)) expect(text).not.toContain(password);
  });

  it('are read by docker-compose, with the simulators', () => {
    needs('docker-compose');
    writeFileSync(join(target, 'compose.yaml'), text);
    const read = (images: object) =>
      spawnSync('docker-compose', ['-f', 'compose.yaml', '-f', resolve('deploy/cell/simulators.yaml'), 'config'], {
        cwd: target,
        env: { PATH: process.env['PATH'], ...images },
        encoding: 'utf8',
      });
    const { stdout, stderr, status } = read({ DEBIAN_IMAGE: 'debian@sha256:1', NODE_IMAGE: 'node@sha256:2' });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(Object.keys((parse(stdout) as { services: object }).services)).toEqual(
      expect.arrayContaining([...Object.keys(services), 'network-simulator', 'partner-simulator']),
    );
    expect(read({ NODE_IMAGE: 'node@sha256:2' }).stderr).toContain('Set DEBIAN_IMAGE to debian:bookworm-slim');
  });

  it('have an image with the programs of the guide', () => {
    const dockerfile = readFileSync('deploy/cell/Dockerfile', 'utf8');
    const guide = readFileSync('docs/guides/examples/cell/install.console', 'utf8');
    const named = guide.slice(guide.indexOf('install -y'), guide.indexOf('git clone')).match(/[a-z][a-z0-9-]+/g) ?? [];
    const programs = named.filter((name) => !['install', 'git'].includes(name));
    expect(programs).toContain('patroni');
    for (const name of programs) expect(dockerfile).toMatch(new RegExp(`[ ]${name}[ \n]`));
  });
});

interface Container {
  readonly command: readonly string[];
  readonly networks?: object;
  readonly network_mode?: string;
  readonly healthcheck?: { readonly test: readonly string[] };
}

describe('the files of three machines', () => {
  const cell = readDescription(example);
  const secrets = ensureSecrets(join(folder, 'secrets'));

  it('keep their passwords', () => {
    expect(ensureSecrets(join(folder, 'secrets'))).toEqual(secrets);
  });

  it.each(cell.hosts.map((host) => [host.name, host] as const))(
    'of %s are owned by users that read them',
    (_, host) => {
      const files = filesOf(cell, host, secrets);
      const script = installScript(cell, host, files);
      for (const { path, owner } of files) expect(script).toContain(`chown ${owner}: ${path}`);
      expect(spawnSync('sh', ['-n'], { input: script }).status).toBe(0);
    },
  );

  it('have units that systemd reads', () => {
    needs('systemd-analyze');
    const [host] = cell.hosts;
    if (host === undefined) throw new Error('The example has no host.');
    const units = join(folder, 'units');
    mkdirSync(units);
    for (const [name, text] of Object.entries(unitsOf(cell, host))) writeFileSync(join(units, name), text);
    const paths = Object.keys(unitsOf(cell, host)).map((name) => join(units, name));
    const { stderr } = spawnSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' });
    // The programs themselves are not on this machine.
    expect(stderr.split('\n').filter((line) => line !== '' && !line.includes('is not executable'))).toEqual([]);
  });
});
