import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { productionWith } from './read-compose.ts';

const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const rules = (parse(read('deploy/prometheus/alerts.yml')) as { groups: [{ rules: readonly Rule[] }] }).groups[0].rules;

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

interface Scrape {
  readonly basic_auth: object;
  readonly dns_sd_configs: readonly { readonly names: readonly string[]; readonly port: number }[];
}

const { services } = productionWith(
  Object.fromEntries(
    [...read('docker-compose.production.yml').matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => [name, 'x']),
  ),
);

describe('the alerts for Prometheus', () => {
  it('are those of the handbook, with its expressions and limits', () => {
    const handbook = [...read('docs/guides/operators.md').matchAll(/^\| \[(.+?)\]\(#(.+?)\) \| `(.+)`(.*) \|$/gm)];
    const listed = handbook.map(([, title = '', anchor = '', expr = '', rest = '']) => {
      const minutes = /for (\d+) minutes/.exec(rest)?.[1];
      return { title, anchor, expr, ...(minutes !== undefined && { for: `${minutes}m` }) };
    });
    expect(listed.length).toBeGreaterThan(8);
    const written = rules.map(({ expr, annotations, ...rule }) => ({
      title: annotations.summary,
      anchor: annotations.runbook_url.split('#')[1],
      expr,
      ...(rule.for !== undefined && { for: rule.for }),
    }));
    expect(written).toEqual(expect.arrayContaining(listed));
  });

  it('scrape each API and each worker on the port of its metrics, with a key', () => {
    const { scrape_configs: scrapes } = parse(read('deploy/prometheus/prometheus.yml'), { merge: true }) as {
      scrape_configs: readonly Scrape[];
    };
    const targets = scrapes.flatMap(({ dns_sd_configs }) => dns_sd_configs.map(({ names, port }) => [names[0], port]));
    expect(targets).toEqual([
      ['api', services['api']?.environment?.['ADMIN_PORT']],
      ['worker', services['worker']?.environment?.['WORKER_PORT']],
    ]);
    for (const { basic_auth: key } of scrapes) expect(key).toHaveProperty('password_file');
  });
});

describe('the proxy with TLS', () => {
  it('passes streams on at once, shows the console only, and reaches the ports of the API', () => {
    const file = read('deploy/proxy/Caddyfile');
    const { PORT, ADMIN_PORT } = services['api']?.environment ?? {};
    const targets = [...file.matchAll(/reverse_proxy (\S+) \{([^}]*flush_interval -1)/g)].map(([, target]) => target);
    expect(targets).toEqual([`api:${PORT}`, `api:${ADMIN_PORT}`]);
    expect(file).toContain('@console path /console /console/*');
    expect(file).not.toMatch(/^\s*encode/m);
  });
});
