import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { copyFile, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@linework/local-servers/find-free-port';
import { stopServer } from '@linework/local-servers/stop-server';
import { stopWithThisProcess } from '@linework/local-servers/stop-with-this-process';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import type { WorkerProcess } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { needs } from '@linework/testing/run/needs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';

needs('prometheus');

const deploy = fileURLToPath(new URL('../../../../deploy', import.meta.url));

interface Prometheus {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts Prometheus with the rules of deploy/prometheus, which scrapes these addresses each second. */
async function startPrometheus(key: string, jobs: Readonly<Record<string, readonly string[]>>): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'linework-prometheus-'));
  await copyFile(join(deploy, 'prometheus/alerts.yml'), join(folder, 'alerts.yml'));
  const configuration = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: ['alerts.yml'],
    scrape_configs: Object.entries(jobs).map(([job_name, urls]) => ({
      job_name,
      basic_auth: { username: 'prometheus', password: key },
      static_configs: [{ targets: urls.map((url) => new URL(url).host) }],
    })),
  };
  await writeFile(join(folder, 'prometheus.yml'), stringify(configuration, { aliasDuplicateObjects: false }));
  const port = await findFreePort();
  const server = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  stopWithThisProcess(server, [folder]);
  return { url: `http://127.0.0.1:${port}`, stop: () => stopServer(server, 'SIGTERM') };
}

describe('a Prometheus that scrapes API and worker', () => {
  let system: System;
  let worker: WorkerProcess;
  let prometheus: Prometheus;
  beforeAll(async () => {
    system = await startSystem({ settings: { CELL: 'south-1' } });
    worker = await system.startWorker();
    prometheus = await startPrometheus(system.operatorKey, {
      'linework-api': [system.api.adminUrl],
      'linework-worker': [worker.url],
    });
  });
  afterAll(async () => {
    await prometheus?.stop();
    await system?.close();
  });

  const ask = async <Data>(path: string): Promise<Data | undefined> => {
    const response = await fetch(`${prometheus.url}/api/v1/${path}`).catch(() => undefined);
    return response?.ok ? ((await response.json()) as { readonly data: Data }).data : undefined;
  };

  async function stateOf(alert: string): Promise<string> {
    const found = await ask<{ alerts: readonly { labels: { alertname: string }; state: string }[] }>('alerts');
    return found?.alerts.find(({ labels }) => labels.alertname === alert)?.state ?? 'inactive';
  }

  const names = async () => (await ask<readonly string[]>('label/__name__/values')) ?? [];

  it('finds every metric that the rules and the dashboards name', async () => {
    const [line] = await system.lines(1);
    await system.client.placeOrder('block', line?.id ?? '');
    await system.waitUntilSettled();
    const page = async (url: string) =>
      (await fetch(`${url}/metrics`, { headers: { 'X-API-Key': system.operatorKey } })).text();
    // A counter without an event has no series, but its program declares it.
    const declared = [
      ...`${await page(system.api.adminUrl)}${await page(worker.url)}`.matchAll(/^# TYPE (\S+) (\S+)/gm),
    ];
    const exported = new Set(
      declared.flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    const rules = (
      parse(readFileSync(join(deploy, 'prometheus/alerts.yml'), 'utf8')) as {
        groups: readonly { rules: readonly { expr: string; record?: string }[] }[];
      }
    ).groups.flatMap((group) => group.rules);
    const recorded = new Set(rules.flatMap(({ record }) => record ?? []));
    const dashboards = globSync(join(deploy, 'grafana/*.json')).map((path) => readFileSync(path, 'utf8'));
    expect(dashboards.length).toBeGreaterThan(2);
    const texts = [...rules.map(({ expr }) => expr), ...dashboards.flatMap(readExpressions)];
    const used = new Set(texts.flatMap((text) => text.match(/\b(?:linework|bullmq|process|nodejs)[_:][\w:]+/g) ?? []));
    expect(used.size).toBeGreaterThan(30);
    expect([...used].filter((name) => !exported.has(name) && !recorded.has(name))).toEqual([]);
    await expect
      .poll(names)
      .toEqual(expect.arrayContaining(['linework_orders_finished_total', 'linework:events_late']));
  });

  it('has the cell of the programs on each series', async () => {
    const series = await ask<readonly Readonly<Record<string, string>>[]>(
      `series?match[]=${encodeURIComponent('{__name__=~"(linework|bullmq|nodejs|process)_.+"}')}`,
    );
    expect(series?.length).toBeGreaterThan(50);
    expect(series?.filter((labels) => labels['cell'] !== 'south-1')).toEqual([]);
  });

  it('is told by OrdersAreOverdue when the fleet has died, and that it works again', async () => {
    expect(await stateOf('OrdersAreOverdue')).toBe('inactive');
    await worker.kill();
    const [line] = await system.lines(1);
    await system.client.placeOrder('block', line?.id ?? '');
    await waitUntil('the alert fires', async () => (await stateOf('OrdersAreOverdue')) === 'firing');
    expect(await stateOf('OrdersNeedAttention')).toBe('inactive');
    await system.startWorker();
    await waitUntil('the alert is over', async () => (await stateOf('OrdersAreOverdue')) === 'inactive');
    await system.waitUntilSettled();
  });
});

const readExpressions = (dashboard: string): readonly string[] =>
  (JSON.parse(dashboard) as { panels: readonly { targets: readonly { expr: string }[] }[] }).panels.flatMap(
    ({ targets }) => targets.map(({ expr }) => expr),
  );
