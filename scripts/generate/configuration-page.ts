import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiSettings } from '@linework/api/config';
import { rolesSettings } from '@linework/db/config';
import { localSettings } from '@linework/local/config';
import { networkSimulatorSettings } from '@linework/network-simulator/config';
import { partnerSimulatorSettings } from '@linework/partner-simulator/config';
import { webhookReceiverSettings } from '@linework/webhook-receiver/config';
import { workerSettings } from '@linework/worker/config';
import type { z } from 'zod';
import { cell, note } from './note.ts';

const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** The schema of each program's settings. */
const programs: Readonly<Record<string, z.ZodObject>> = {
  API: apiSettings,
  Worker: workerSettings as unknown as z.ZodObject,
  '`npm start`': localSettings,
  'Network simulator': networkSimulatorSettings,
  'Partner simulator': partnerSimulatorSettings,
  'Webhook receiver': webhookReceiverSettings,
  '`create-roles-main`': rolesSettings,
};

const introduction = `# Configuration

Each setting is an environment variable. \`NAME_FILE\` names a file that holds the value of \`NAME\`:
\`DATABASE_URL_FILE\` for \`DATABASE_URL\`. A program that gets a wrong value names every faulty setting and does not
start.

With \`NODE_ENV=production\`, which the image sets, these have no default: \`NETWORK\` and the address of that network,
the address and a key or certificate of each partner, \`SECRET_PUBLIC_KEYS_FILE\` of the API and
\`SECRET_PRIVATE_KEYS_FILE\` of the worker. So no order reaches a simulator by mistake.

\`npm run migrate\` and the commands of \`linework admin\` need \`DATABASE_URL\` only. \`seal-secrets\` needs
\`SECRET_PUBLIC_KEYS_FILE\` too, \`rotate-secrets\` and \`find-shared-keys\` need \`SECRET_PRIVATE_KEYS_FILE\` too.`;

/** Lists all settings of all programs with their defaults and meanings, from the schemas of the programs. */
export function configurationPage(): string {
  const sections = Object.entries(programs).map(([name, settings]) => `## ${name}\n\n${settingsTable(settings)}`);
  return [note, introduction, ...sections].join('\n\n').concat('\n');
}

function settingsTable(settings: z.ZodObject): string {
  const rows = Object.entries(settings.shape).map(([name, setting]) => {
    const { description } = setting as z.ZodType;
    if (description === undefined) throw new Error(`${name} has no description: add .describe('…') to its schema.`);
    return `| \`${name}\` | ${cell(defaultOf(setting as z.ZodType))} | ${cell(description)} |`;
  });
  return ['| Setting | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
}

function defaultOf(setting: z.ZodType): string {
  const { success, data } = setting.safeParse(undefined);
  if (!success) return 'required';
  if (data === undefined || data === '') return '';
  if (typeof data === 'object' && data !== null && 'host' in data && 'port' in data)
    return `\`${data.host}:${data.port}\``;
  const text = String(data);
  return `\`${text.startsWith(projectFolder) ? relative(projectFolder, text) : text}\``;
}
