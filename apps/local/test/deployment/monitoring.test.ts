import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { productionWith } from './read-compose.ts';

const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const { groups } = parse(read('deploy/prometheus/alerts.yml')) as {
  groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
};
const rulesOf = (group: string) => groups.find(({ name }) => name === group)?.rules ?? [];
const handbook = read('docs/guides/operators.md');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
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

const toAnchor = (heading = ''): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
const anchorOf = ({ runbook_url: url }: Rule['annotations']): string | undefined => url.split('#')[1];

describe('the alerts for Prometheus', () => {
  it('are those of the handbook, with its expressions and limits', () => {
    const rows = [...handbook.matchAll(/^\| \[(.+?)\]\(#(.+?)\) \| (page|ticket) \| `(.+)`(.*) \|$/gm)];
    const listed = rows.map(([, title = '', anchor = '', severity = '', expr = '', rest = '']) => {
      const minutes = /for (\d+) minutes?/.exec(rest)?.[1];
      return { title, anchor, severity, expr, ...(minutes !== undefined && { for: `${minutes}m` }) };
    });
    const written = rulesOf('linework').map(({ expr, annotations, labels: { severity }, ...rule }) => ({
      title: annotations.summary,
      anchor: anchorOf(annotations),
      severity,
      expr,
      ...(rule.for !== undefined && { for: rule.for }),
    }));
    expect(written.length).toBeGreaterThan(15);
    expect(written).toEqual(listed);
  });

  it('of the burn rates are those of its objectives', () => {
    const listed = [...handbook.matchAll(/^\| .* \| \[(.+?)\]\(#(.+?)\) \|$/gm)].map(([, , anchor]) => anchor);
    expect(listed.length).toBeGreaterThan(3);
    expect(rulesOf('linework-burn-rates').map(({ annotations }) => anchorOf(annotations))).toEqual(
      listed.flatMap((anchor) => [anchor, anchor]),
    );
  });

  it('each have a section with a page of the console and a command that exist', () => {
    const commands = read('docs/generated/commands.md');
    const router = read('apps/console/src/router.tsx');
    for (const { alert, annotations } of [...rulesOf('linework'), ...rulesOf('linework-burn-rates')]) {
      const section = handbook
        .split(/^## /m)
        .find((text) => toAnchor(text.split('\n', 1)[0]) === anchorOf(annotations));
      const [, page, command] =
        /^\*\*Open\.\*\* Console: `\/console(.*)`\. Command line: `(linework [a-z -]+)[^`]*`\.$/m.exec(section ?? '') ??
        [];
      const isCommand = command !== undefined && commands.includes(`\`${command.split(' --')[0]?.trim()}`);
      expect([alert, page !== undefined && router.includes(`path: '${page}'`), isCommand]).toEqual([alert, true, true]);
    }
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
