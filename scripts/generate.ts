// Writes docs/generated and docs/configuration.md, or both into the folder of the first argument, from the code.
import { mkdirSync, writeFileSync } from 'node:fs';
import { openapiDocument } from '../apps/api/src/documentation.ts';
import { configurationPage } from './generate/configuration-page.ts';
import { jobsDocument } from './generate/jobs-document.ts';
import { lifecyclesPage } from './generate/lifecycles-page.ts';
import { orderTypesPage } from './generate/order-types-page.ts';
import { problemsPage } from './generate/problems-page.ts';

const folder = process.argv[2] ?? new URL('../docs', import.meta.url).pathname;

const files: Readonly<Record<string, string>> = {
  'configuration.md': configurationPage(),
  'generated/lifecycles.md': lifecyclesPage(),
  'generated/order-types.md': orderTypesPage(),
  'generated/problems.md': problemsPage(),
  'generated/openapi.json': inJson(openapiDocument('https://linework.example')),
  'generated/asyncapi.json': inJson(jobsDocument()),
};

mkdirSync(`${folder}/generated`, { recursive: true });
for (const [name, content] of Object.entries(files)) writeFileSync(`${folder}/${name}`, content);

function inJson(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
