import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takesLong } from '@linework/testing/run/takes-long';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/embedded-postgres.ts';

takesLong('much-work');

describe('the embedded PostgreSQL', () => {
  let clusters: string;
  let home: string;
  let dataDir: string;
  let running: EmbeddedPostgres | undefined;

  /** Most tests begin with a copy of a new cluster, because creating one takes 0.7 s of a processor. */
  const newCluster = () => join(clusters, 'new');

  beforeAll(async () => {
    clusters = await mkdtemp(join(tmpdir(), 'linework-clusters-'));
    await (await startEmbeddedPostgres({ dataDir: newCluster() })).stop();
  });

  afterAll(() => rm(clusters, { recursive: true, force: true }));

  beforeEach(async () => {
    // Only its owner may enter it, like many home directories.
    home = await mkdtemp(join(tmpdir(), 'linework-home-'));
    await chmod(home, 0o700);
    dataDir = join(home, '.local', 'postgres');
    await mkdir(join(home, '.local'));
    // With its owner, who is not the user of the tests if that is root.
    execFileSync('cp', ['--archive', newCluster(), dataDir]);
  });

  afterEach(async () => {
    await running?.stop();
    running = undefined;
    await rm(home, { recursive: true, force: true });
  });

  async function start(options: { port?: number; temporary?: boolean } = {}): Promise<EmbeddedPostgres> {
    running = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' }, ...options });
    return running;
  }

  async function query(statement: string): Promise<readonly unknown[]> {
    const client = new Client({ connectionString: running?.url });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  function waitForRemoval(): Promise<boolean> {
    return vi.waitUntil(() => !existsSync(dataDir) && !existsSync(`${dataDir}.log`), { timeout: 300_000 });
  }

  it('keeps its data from one start to the next', async () => {
    await start();
    await query('create table cable (id int)');
    await running?.stop();

    await start();
    expect(await query('select * from cable')).toEqual([]);
  });

  it('deletes the data of a temporary server', async () => {
    await start({ temporary: true });
    await running?.stop();

    await waitForRemoval();
  });

  it('starts after a killed server, even if another process has its process id', async () => {
    await start();
    await running?.stop();
    // PostgreSQL only checks processes of its own user.
    const { uid, gid } = await stat(dataDir);
    const bystander = spawn('sleep', ['600'], { uid, gid });
    await writeFile(join(dataDir, 'postmaster.pid'), `${bystander.pid}\n${dataDir}\n1\n1\n\n127.0.0.1\n\nready   \n`);

    await start();
    expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
    bystander.kill();
  });

  it('starts after an interrupted first start', async () => {
    await rm(join(home, '.local'), { recursive: true });
    await mkdir(`${dataDir}.new`, { recursive: true });
    await writeFile(`${dataDir}.new/PG_VERSION`, '');
    await writeFile(`${dataDir}.password`, 'old');

    await start();
    expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('reports the process id of a server that uses the data directory', async () => {
    await start();
    const [pid] = (await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n');

    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      `is in use by the PostgreSQL with process id ${pid}`,
    );
  });

  it('reports that the port is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;

    await expect(start({ port })).rejects.toThrow(`Port ${port} is in use.`);
    other.close();
  });

  it('reports why it did not start', async () => {
    await expect(startEmbeddedPostgres({ dataDir, settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
      'shared_buffers',
    );
  });

  it('ends when its parent process is killed', async () => {
    const module = new URL('../src/embedded-postgres.ts', import.meta.url).href;
    const program = `const { startEmbeddedPostgres } = await import('${module}');
      await startEmbeddedPostgres({ dataDir: '${dataDir}', temporary: true });
      console.log('ready'); await new Promise(() => {});`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => parent.stdout.once('data', resolve));
    expect(existsSync(dataDir)).toBe(true);

    parent.kill('SIGKILL');
    await waitForRemoval();
  });

  it('keeps the values of records out of its log', async () => {
    running = await startEmbeddedPostgres({ dataDir, settings: { log_min_duration_statement: '0' } });
    const client = new Client({ connectionString: running.url });
    await client.connect();
    await client.query('CREATE TABLE numbered (msisdn text PRIMARY KEY CHECK (length(msisdn) < 20))');
    const insert = (msisdn: string) => client.query('INSERT INTO numbered (msisdn) VALUES ($1)', [msisdn]);
    await insert('+5511987654321');
    await expect(insert('+5511987654321')).rejects.toThrow('duplicate key');
    await expect(insert('+5511987654321+5511987654321')).rejects.toThrow('violates check constraint');
    await client.end();
    const log = await readFile(`${dataDir}.log`, 'utf8');
    expect(log).toContain('duplicate key');
    expect(log).not.toContain('987654321');
  });
});
