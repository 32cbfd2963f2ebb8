import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[];
  /** The lines of its settings file. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly profiles?: readonly string[];
  readonly ports?: readonly string[];
  readonly expose?: readonly string[];
  readonly restart?: string;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly (string | Mount)[];
  readonly depends_on?: Readonly<Record<string, { readonly condition?: string; readonly required?: boolean }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  /** For example `20s`. */
  readonly stop_grace_period?: string;
}

/** A mounted folder of the host. */
export interface Mount {
  readonly type: string;
  readonly source: string;
  readonly target: string;
  readonly read_only?: boolean;
}

export interface Compose {
  readonly name: string;
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets?: Readonly<Record<string, { readonly file: string }>>;
}

const textOf = (place: string): string => readFileSync(fileURLToPath(new URL(place, import.meta.url)), 'utf8');

export const productionText = textOf('../../../../docker-compose.production.yml');
export const demoText = textOf('../../../../docker-compose.yml');
export const dockerfile = textOf('../../../../Dockerfile');

/** Interpolates a file like docker compose. Raises an error with the message of a required variable that is not set. */
function readCompose(text: string, variables: Readonly<Record<string, string>>): Compose {
  // Like docker compose, an empty variable becomes an empty value, not an absent one.
  const filled = (_key: unknown, value: unknown): unknown =>
    typeof value === 'string' ? fill(value, variables) : value;
  const compose = parse(text, filled, { merge: true }) as Compose;
  // The variables are the lines of `.env`, which is the settings file too.
  const withSettings = (service: Service): Service =>
    service.env_file ? { ...service, settings: variables } : service;
  const services = Object.entries(compose.services).map(([name, service]) => [name, withSettings(service)] as const);
  return { ...compose, services: Object.fromEntries(services) };
}

/** What a container has in its environment: the lines of the settings file, and the variables that win over them. */
export const variablesOf = ({ settings = {}, environment = {} }: Service): Readonly<Record<string, string>> => ({
  ...settings,
  ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)])),
});

export const productionWith = (variables: Readonly<Record<string, string>>): Compose =>
  readCompose(productionText, variables);

/** The demo, with nothing set. */
export const demo: Compose = readCompose(demoText, {});

function fill(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_whole, name: string, operator?: string, message = '') => {
    const value = variables[name];
    if (value) return value;
    if (operator === '-') return message;
    throw new Error(operator === '?' ? message : `${name} has neither a default nor a message`);
  });
}

/** The variables that production requires, with their messages. */
export const neededVariables = (): ReadonlyMap<string, string> =>
  new Map(
    [...productionText.matchAll(/\$\{(\w+):\?([^}]*)\}/g)].map(([, name = '', sentence = '']) => [name, sentence]),
  );
