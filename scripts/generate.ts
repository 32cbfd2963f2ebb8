// Writes the generated files and the code in docs/guides into the project, or into the folder of the first argument.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openapiDocument } from '../apps/api/src/documentation/openapi-document.ts';
import { routes } from '../apps/api/src/endpoints/interface.ts';
import { alertsFile } from './generate/alerts.ts';
import { commandsPage } from './generate/commands-page.ts';
import { configurationPage } from './generate/configuration-page.ts';
import { dashboardFiles } from './generate/dashboards.ts';
import { eventTypesPage } from './generate/event-types-page.ts';
import { fillExamples, guidePageNames, readGuidePage } from './generate/guide-examples.ts';
import { interfaceChangesPage } from './generate/interface-changes-page.ts';
import { jobsDocument } from './generate/jobs-document.ts';
import { lifecyclesPage } from './generate/lifecycles-page.ts';
import { orderTypesPage } from './generate/order-types-page.ts';
import { printDocument } from './generate/print-document.ts';
import { problemsPage } from './generate/problems-page.ts';
import type { Document } from './generate/sdk/document.ts';
import { readOperations } from './generate/sdk/read-operations.ts';
import { sdkFiles } from './generate/sdk/sdk-files.ts';
import { generateRows } from './statements/generate-rows.ts';

const folder = process.argv[2] ?? new URL('..', import.meta.url).pathname;

const serverUrl = 'https://linework.example';
const operations = readOperations(routes, openapiDocument(serverUrl, { operations: [] }) as unknown as Document);
const document = openapiDocument(serverUrl, { operations });
const files: Readonly<Record<string, string>> = {
  'deploy/prometheus/alerts.yml': alertsFile(),
  'docs/configuration.md': configurationPage(),
  'docs/generated/event-types.md': eventTypesPage(),
  'docs/generated/commands.md': commandsPage(),
  'docs/generated/lifecycles.md': lifecyclesPage(),
  'docs/generated/order-types.md': orderTypesPage(),
  'docs/generated/problems.md': problemsPage(),
  'docs/generated/openapi.json': printDocument(document),
  'docs/generated/interface-changes.md': interfaceChangesPage(document),
  'docs/generated/asyncapi.json': printDocument(jobsDocument()),
  ...inFolder(
    'docs/guides',
    Object.fromEntries(guidePageNames().map((name) => [name, fillExamples(readGuidePage(name))])),
  ),
  ...inFolder('deploy/grafana', dashboardFiles()),
  ...inFolder('packages/sdk/src/generated', sdkFiles(document)),
  ...(await generateRows(new URL('..', import.meta.url).pathname)),
};

for (const [name, content] of Object.entries(files)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

function inFolder(parent: string, content: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(content).map(([name, text]) => [`${parent}/${name}`, text]));
}
