import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { eventTypes } from '../../packages/schemas/src/events.ts';

const root = new URL('../../', import.meta.url).pathname;
const catalogue = 'packages/schemas/src/event-catalogue.ts';
/** It writes the event types of an earlier release, which the catalogue does not have. */
const earlierRelease = 'packages/testing/src/orders-of-the-release-before.ts';

/** Its `holder.name` is a column of a table. */
const columnNames = 'apps/cli/src/output/record-writer.ts';

/** The client has the types of the catalogue, so a misspelt one does not compile in these files either. */
const typedByClient = ['packages/sdk/src/generated/', 'apps/cli/src/events/trigger/scenarios.ts'];

const records = [...new Set(eventTypes.map((type) => type.split('.')[0]))].join('|');
/** A literal such as 'order.started', or its beginning, such as 'order.', where the compiler does not check it. */
const literal = new RegExp(
  `(?<!(?:eventType|insertEvent)\\(|type: )(?:'(?:${records})\\.[a-z_]*'|\`(?:${records})\\.\\$\\{)`,
  'g',
);

const sources = globSync(['{apps,packages}/*/src/**/*.ts', 'campaign/**/*.ts'], { cwd: root }).filter(
  (file) => !file.includes('/generated/'),
);
const findEventLiterals = (text: string) => [...text.matchAll(literal)].map(([found]) => found);

describe('event types', () => {
  it('are found in code and in statements, even if they are misspelt or joined from parts', () => {
    const text = `emit('order.strated'); \`SELECT 'line.' || status\`; \`order.\${verb}\``;
    expect(findEventLiterals(text)).toEqual(["'order.strated'", "'line.'", '`order.$'.concat('{')]);
    expect(findEventLiterals(`\`SELECT '\${eventType('order.started')}'\``)).toEqual([]);
    expect(findEventLiterals(`\`\${insertEvent('order.started')} FROM moved\``)).toEqual([]);
  });

  it('are literals only in the catalogue, and arguments of eventType() everywhere else', () => {
    const files = sources.filter(
      (file) =>
        ![catalogue, earlierRelease, columnNames].includes(file) &&
        !typedByClient.some((start) => file.startsWith(start)),
    );
    expect(files.length).toBeGreaterThan(500);
    const found = files.flatMap((file) =>
      findEventLiterals(readFileSync(`${root}${file}`, 'utf8')).map((text) => `${file}: ${text}`),
    );
    expect(found, 'Replace these literals by eventType(...) of packages/schemas/src/events.ts.').toEqual([]);
  });

  it('are written by the functions of packages/events, except where columns of many kinds of records come together', () => {
    const writers = sources.filter((file) =>
      /INSERT INTO event \(|\bevent\.create\(/.test(readFileSync(`${root}${file}`, 'utf8')),
    );
    expect(writers.filter((file) => !file.startsWith('packages/testing/')).toSorted()).toEqual([
      'packages/engine/src/store/insert-orders.ts',
      'packages/engine/src/store/transition-parts.ts',
      'packages/events/src/insert-event.ts',
      'packages/lines/src/store/move-claims.ts',
      'packages/lines/src/store/move-line-resources.ts',
    ]);
  });
});
