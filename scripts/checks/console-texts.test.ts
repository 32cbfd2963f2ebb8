import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { QueueName } from '@linework/queue/queue-backend';
import { eventCatalogue } from '@linework/schemas/event-catalogue';
import { findingCodes } from '@linework/schemas/move-ins/finding-codes';
import { partners } from '@linework/schemas/unanswered-calls/unanswered-call';
import { driftKindTexts } from '@linework/schemas/values/drift-kinds';
import { describe, expect, it } from 'vitest';
import { entrySentence } from '../../apps/console/src/audit/entry-sentence.ts';
import { wordsOf } from '../../apps/console/src/ui/text/status-tone.ts';
import { problemCodes } from '../../packages/problem-details/src/codes/problem-codes.ts';
import { problems } from '../../packages/problem-details/src/codes/problems.ts';
import { listTexts } from './console-texts.ts';

const sources = 'apps/console/src';
const catalogue = `${sources}/language/pt-BR`;

/** Why a payment or a refund failed: codes of Linework, and of the simulator of the provider. A provider has more. */
const paymentReasons: readonly string[] = [
  ...['payment-method-not-active', 'decided-by-operator', 'unspecified', 'INSUFFICIENT_FUNDS', 'DISPUTED_BY_HOLDER'],
  ...['ACCOUNT_CLOSED', 'method-not-active', 'payment-exists', 'payment-canceled', 'payment-unknown'],
  ...['payment-not-settled', 'refund-exists', 'refund-exceeds-payment'],
];

/** Names of the product, of keys and of headers, which are the same in every language. */
const sameEverywhere: ReadonlySet<string> = new Set(['Linework', 'Ctrl', 'Enter', 'Esc']);

/** The folder of a source: that of its texts in the catalogue. Those beside the folders are of the shell. */
const folderOf = (path: string): string => path.split('/').slice(3, -1)[0] ?? 'shell';

const paths = globSync(`${sources}/**/*.{ts,tsx}`)
  .filter((path) => !path.startsWith(`${sources}/language/`))
  .toSorted();
const texts = paths.map((path) => ({
  path,
  ...listTexts(path, readFileSync(path, 'utf8'), (text) => sameEverywhere.has(text)),
}));
const files = globSync(`${catalogue}/{*,known/*}.json`).map((path) => ({
  path,
  name: path.slice(catalogue.length + 1, -'.json'.length),
  isKnown: path.startsWith(`${catalogue}/known/`),
  entries: JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, string>>,
}));
const sentences = files.filter(({ isKnown }) => !isKnown);
const all = new Set(sentences.flatMap(({ entries }) => Object.keys(entries)));

interface Schema {
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}

/** The words of every value that the API can answer for a status, a type or a kind. */
function listWords(): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { enum: values = [], const: value } = node as Schema;
    for (const one of [...values, value]) if (typeof one === 'string') found.add(wordsOf(one));
    for (const child of Object.values(node)) visit(child);
  };
  visit(JSON.parse(readFileSync('docs/generated/openapi.json', 'utf8')));
  return found;
}

/** The order types and their steps with their systems, as the generated page lists them. */
function listOrderCodes(): readonly string[] {
  const rows = readFileSync('docs/generated/order-types.md', 'utf8').matchAll(/^\| (\w+)\.(\w+) \| ([\w-]+)\./gm);
  return [...rows].flatMap(([, type = '', step = '', system = '']) => [wordsOf(type), wordsOf(step), wordsOf(system)]);
}

/**
 * What the API says, by the file of the catalogue that has it: what it may say, and what of it must have an entry. Not
 * every value of a list of values is shown.
 */
function listKnown() {
  const types = Object.values(eventCatalogue).flatMap(({ events }) => Object.keys(events));
  const verbs = types.map((type) => wordsOf(type.slice(type.indexOf('.') + 1)));
  const queues: readonly QueueName[] = ['orders', 'maintenance'];
  // The names of the types of resources that every installation has.
  const names = [...[...partners, ...queues, ...paymentReasons].map(wordsOf), 'Mobile number', 'SIM card'];
  const codes = new Set([...types.map(wordsOf), ...verbs, ...names, ...listOrderCodes()]);
  const events = new Set(types.flatMap((type) => entrySentence({ type, details: {} }) ?? []));
  const titles = new Set([...Object.values(problemCodes), ...Object.values(problems)].map(({ title }) => title));
  const meanings = new Set([...Object.values(driftKindTexts), ...Object.values(findingCodes).map(({ text }) => text)]);
  return new Map([
    ['known/codes', { may: codes.union(listWords()), must: codes }],
    ['known/events', { may: events, must: events }],
    ['known/problems', { may: titles, must: titles }],
    ['known/meanings', { may: meanings, must: meanings }],
    ['known/genders', { may: listKinds(), must: listKinds() }],
  ]);
}

/** The kinds of records that have statuses or events, and what the console tells beside them. */
function listKinds(): ReadonlySet<string> {
  const names = globSync('packages/schemas/src/lifecycles/*.lifecycle.ts').map((path) =>
    basename(path, '.lifecycle.ts'),
  );
  return new Set([...Object.keys(eventCatalogue), ...names, 'attempt', 'row']);
}

const known = listKnown();

/** The names of the values of a sentence. */
const valuesOf = (text: string): string => [...new Set(text.match(/\{\w+\}/g))].toSorted().join(' ');

const countForms = (text: string): number => text.split(' | ').length;

describe('the texts of the console', () => {
  it('name only kinds of records whose gender is known', () => {
    const named = paths.flatMap((path) =>
      [
        ...readFileSync(path, 'utf8').matchAll(/<StatusBadge kind="(.+?)"|\bto(?:Words|Phrase)\([^()]+, '(.+?)'\)/g),
      ].map(([, badge, words]) => badge ?? words ?? ''),
    );
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((kind) => !listKinds().has(kind))).toEqual([]);
  });

  it('are all looked up in the catalogue', () => {
    const untranslated = texts.flatMap(({ path, untranslated: found }) =>
      found.map(({ line, text }) => `${path}:${line}: write t('${text}')`),
    );
    expect(untranslated).toEqual([]);
  });

  it('have an entry in the catalogue', () => {
    const missing = texts.flatMap(({ path, translated }) =>
      translated.flatMap(({ line, text }) => (all.has(text) ? [] : `${path}:${line}: no entry for '${text}'`)),
    );
    expect(missing).toEqual([]);
    for (const { name, path, entries } of files)
      expect(
        [...(known.get(name)?.must ?? [])].filter((text) => !(text in entries)).map((text) => `${path}: ${text}`),
      ).toEqual([]);
  });

  it('use every entry of the catalogue, which stands in the file of their folder', () => {
    const used = Map.groupBy(
      texts.flatMap(({ path, translated }) => translated.map(({ text }) => ({ folder: folderOf(path), text }))),
      ({ text }) => text,
    );
    const misplaced = files.flatMap(({ path, name, entries }) =>
      Object.keys(entries).flatMap((text) => {
        const own = known.get(name);
        if (own !== undefined) return own.may.has(text) ? [] : `${path}: the API never says '${text}'`;
        const folders = new Set(used.get(text)?.map(({ folder }) => folder));
        if (folders.size === 0) return `${path}: nothing uses '${text}'`;
        const [place = ''] = folders.size > 1 ? ['shared'] : folders;
        return place === name ? [] : `${path}: '${text}' belongs to ${place}.json`;
      }),
    );
    expect(misplaced).toEqual([]);
  });

  it('have one translation each, with the same values and forms', () => {
    for (const isKnown of [false, true]) {
      const entries = files.filter((file) => file.isKnown === isKnown).flatMap((file) => Object.entries(file.entries));
      const translations = Map.groupBy(entries, ([text]) => text);
      const twice = [...translations].filter(([, given]) => new Set(given.map(([, one]) => one)).size > 1);
      expect(twice.map(([text]) => text)).toEqual([]);
    }
    const different = files.flatMap(({ path, name, entries }) =>
      Object.entries(entries).flatMap(([text, translation]) =>
        translation.trim() !== '' &&
        valuesOf(text) === valuesOf(translation) &&
        (countForms(text) === countForms(translation) || (name === 'known/codes' && countForms(translation) === 2))
          ? []
          : `${path}: '${text}'`,
      ),
    );
    expect(different).toEqual([]);
  });

  it('stand in the catalogue in their order, so that two changes seldom meet', () => {
    const unsorted = files.filter(({ entries }) => {
      const keys = Object.keys(entries);
      return keys.join('\n') !== keys.toSorted((a, b) => (a < b ? -1 : 1)).join('\n');
    });
    expect(unsorted.map(({ path }) => path)).toEqual([]);
  });
});
