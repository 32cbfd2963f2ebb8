import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Cluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import { ScaledObject, TriggerAuthentication } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import { apiSettings } from '@linework/api/config';
import { migrateSettings, rolesSettings } from '@linework/db/config';
import { aTestDb } from '@linework/testing/a-test-db';
import { needs } from '@linework/testing/run/needs';
import { takesLong } from '@linework/testing/run/takes-long';
import { workerSettings } from '@linework/worker/config';
import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, type IContainer, Namespace, Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

// One of its tests installs kubectl where it is missing.
takesLong('much-work');

const folder = fileURLToPath(new URL('../../../../deploy/kubernetes', import.meta.url));
const read = (file: string) => readFileSync(`${folder}/${file}`, 'utf8');

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

type Model = new (data: never) => { validate(): void };

/** The schemas of Kubernetes, of CloudNativePG and of KEDA. */
const models: Readonly<Record<string, Model>> = {
  'v1 ConfigMap': ConfigMap,
  'v1 Namespace': Namespace,
  'v1 Service': Service,
  'apps/v1 Deployment': Deployment,
  'batch/v1 Job': Job,
  'policy/v1 PodDisruptionBudget': PodDisruptionBudget,
  'postgresql.cnpg.io/v1 Cluster': Cluster,
  'keda.sh/v1alpha1 ScaledObject': ScaledObject,
  'keda.sh/v1alpha1 TriggerAuthentication': TriggerAuthentication,
};

function validate(manifest: Manifest): void {
  const Schema = models[`${manifest.apiVersion} ${manifest.kind}`];
  if (!Schema) throw new Error(`No schema for ${manifest.apiVersion} ${manifest.kind}`);
  new Schema(manifest as never).validate();
}

const parseManifests = (text: string): readonly Manifest[] =>
  parseAllDocuments(text, { merge: true }).map((document) => document.toJS() as Manifest);
const { resources } = parse(read('kustomization.yaml')) as { readonly resources: readonly string[] };
const manifests = resources.flatMap((file) => parseManifests(read(file)));
const find = <Kind>(kind: string, name: string): Kind => {
  const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  expect(found, `${kind} ${name}`).toBeDefined();
  return found as Kind;
};
const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;

describe('the manifests of Kubernetes', () => {
  it.each(manifests.map((manifest) => [nameOf(manifest), manifest] as const))('%s fits its schema', (_name, manifest) =>
    expect(() => validate(manifest)).not.toThrow(),
  );

  it('are rejected by their schemas when a member has the wrong type', () => {
    const { spec, ...rest } = find<Manifest & { readonly spec: object }>('Cluster', 'linework-database');
    expect(() => validate({ ...rest, spec: { ...spec, instances: 'three' } } as never)).toThrow();
  });

  it('are rendered by kustomize, in one namespace and with the image of the release', () => {
    needs('kubectl');
    const rendered = parseManifests(execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' }));
    expect(
      rendered
        .map(nameOf)
        .filter((name) => !name.startsWith('ConfigMap'))
        .toSorted(),
    ).toEqual(manifests.map(nameOf).toSorted());
    for (const manifest of rendered) {
      expect(() => validate(manifest), nameOf(manifest)).not.toThrow();
      if (manifest.kind !== 'Namespace') expect(manifest.metadata.namespace).toBe('linework');
      for (const { image } of containersOf(manifest)) expect(image).toMatch(/^images\.example\/linework:\d/);
    }
    const settings = rendered.find(({ kind }) => kind === 'ConfigMap')?.metadata.name;
    expect(settings).toMatch(/^linework-settings-/);
    expect(JSON.stringify(rendered.filter(({ kind }) => kind === 'Deployment'))).toContain(`"${settings}"`);
  });
});

interface PodTemplate {
  readonly spec: { readonly template: { readonly spec: { readonly containers: IContainer[] } } };
}

function containersOf(manifest: Manifest): readonly IContainer[] {
  if (!['Deployment', 'Job'].includes(manifest.kind)) return [];
  const { spec } = (manifest as unknown as PodTemplate).spec.template;
  return [...((spec as { readonly initContainers?: IContainer[] }).initContainers ?? []), ...spec.containers];
}

const containers = manifests.flatMap((manifest) =>
  containersOf(manifest).map((container) => [container.name, container, manifest] as const),
);
const settingsOf: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  api: apiSettings.shape,
  worker: workerSettings.shape,
  'create-roles': { ...rolesSettings.shape, SUPERUSER_PASSWORD: true },
  migrate: migrateSettings.shape,
  'prepare-queues': migrateSettings.shape,
};

describe.each(containers)('the container %s', (name, container, manifest) => {
  it('runs a program of the image, as its user and with nothing else', () => {
    const [node, file = ''] = container.command ?? [];
    expect(node).toBe('node');
    expect(existsSync(`${folder}/../../${file}`)).toBe(true);
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const { securityContext, automountServiceAccountToken } = (manifest as unknown as IDeployment).spec?.template
      .spec ?? { securityContext: undefined };
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(automountServiceAccountToken).toBe(false);
    expect(container.resources).toMatchObject({ requests: { cpu: expect.any(String) }, limits: {} });
  });

  it('has settings that its program knows, and the secrets that they name', () => {
    const known = Object.keys(settingsOf[name] ?? {});
    const names = (container.env ?? []).map(({ name: setting }) => setting);
    expect(
      names.filter((setting) => !known.includes(setting.replace(/_FILE$/, '')) && !known.includes(setting)),
    ).toEqual([]);
    const files = (container.env ?? []).flatMap(({ value = '' }) => /^\/run\/secrets\/(\w+)$/.exec(value)?.[1] ?? []);
    expect(files.length).toBeGreaterThan(0);
    const mounted = JSON.stringify((manifest as unknown as IDeployment).spec?.template.spec?.volumes);
    for (const file of files) expect(mounted).toContain(`"path":"${file}"`);
  });
});

describe('the programs on Kubernetes', () => {
  it.each(['api', 'worker'])('%s is probed where it answers, and one of it always stays', (name) => {
    const { spec } = find<IDeployment>('Deployment', name);
    const [container] = spec?.template.spec?.containers ?? [];
    const port = container?.readinessProbe?.httpGet?.port;
    expect(container?.ports?.map((each) => each.name)).toContain(port);
    expect(container?.readinessProbe?.httpGet?.path).toBe(
      name === 'api' ? '/health/ready?exclude=redis' : '/health/ready',
    );
    expect(container?.livenessProbe?.httpGet?.path).toBe('/health/live');
    const labels = spec?.template.metadata?.labels;
    expect(spec?.selector.matchLabels).toEqual(labels);
    const budget = find<{ spec: { selector: object; minAvailable: number } }>('PodDisruptionBudget', name);
    expect(budget.spec).toEqual({ minAvailable: 1, selector: { matchLabels: labels } });
  });

  it('have settings in settings.env that both know, or one of them', () => {
    const names = read('settings.env')
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('=')[0] ?? '');
    const known = [...Object.keys(apiSettings.shape), ...Object.keys(workerSettings.shape)];
    expect(names.filter((name) => !known.includes(name) && !known.includes(name.replace(/_FILE$/, '')))).toEqual([]);
  });

  it('are scaled by the age of the oldest due order, with a query that this schema answers', async () => {
    const { spec } = find<{ spec: { triggers: readonly { metadata: { query: string } }[] } }>('ScaledObject', 'worker');
    const db = await aTestDb();
    const { rows } = await db.pool.query<{ coalesce: number }>(spec.triggers[0]?.metadata.query ?? '');
    expect(rows).toEqual([{ coalesce: 0 }]);
  });

  it('have a database that commits on a standby too', () => {
    const { spec } = find<{ spec: { instances: number; postgresql: object } }>('Cluster', 'linework-database');
    expect(spec).toMatchObject({ instances: 3, postgresql: { synchronous: { method: 'any', number: 1 } } });
  });
});
