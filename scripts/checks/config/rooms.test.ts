import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'linework-rooms-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
cpSync(new URL('rooms.json', import.meta.url), join(folder, 'rooms.json'));
const rules = { preset: 'none' };
write('biome.json', JSON.stringify({ root: true, extends: ['./rooms.json'], linter: { rules } }));

/** What Biome says of a file with this text. */
function lint(path: string, text: string): readonly string[] {
  write(`${path.split('/').slice(0, 2).join('/')}/package.json`, '{ "devDependencies": { "vitest": "*" } }');
  write(path, text);
  const { stdout, stderr } = spawnSync('biome', ['lint', '--colors=off', path], { cwd: folder, encoding: 'utf8' });
  return [...`${stdout}${stderr}`.matchAll(/lint\/(\w+\/\w+)[^×]*× ([^\n]*)/g)].map(
    ([, rule, why]) => `${rule}: ${why}`,
  );
}

const from = (target: string) => `import { one } from '${target}';\none();\n`;
const [room, undeclared] = ['style/noRestrictedImports', 'correctness/noUndeclaredDependencies'];

describe('the rules of rooms', () => {
  it.each([
    ['packages/lines/src/order-types/block-line.ts', '../model/step.ts'],
    ['packages/lines/src/order-types/steps/one.ts', '../../model/step.ts'],
    ['packages/engine/src/store/commit.ts', '../planning/plan.ts'],
    ['packages/fixtures/src/start-payments.ts', '@linework/testing/a-broker'],
    ['apps/local/src/main.ts', '@linework/local-servers/redis-server'],
    ['apps/api/test/app.test.ts', '@linework/testing/a-line'],
  ])('accept in %s an import of %s', (path, target) => {
    expect(lint(path, from(target))).toEqual([]);
  });

  it.each([
    ["import { step } from '../order-types/step.ts';\nstep();"],
    ["import type { Step } from '../order-types/step.ts';\nexport type Own = Step;"],
    ["import {\n  one,\n  other,\n} from '../order-types/step.ts';\none(other);"],
    ["import '../order-types/step.ts';"],
    ["export { step } from '../order-types/step.ts';"],
    ["export const { step } = await import('../order-types/step.ts');"],
  ])('reject an import of a higher room: %s', (text) => {
    expect(lint('packages/lines/src/store/reserve.ts', text)).toEqual([`${room}: The room is above store.`]);
  });

  const rooms = [
    ['engine', ['commands', 'execution', 'queries', 'planning', 'model']],
    ['engine', ['commands', 'execution', 'store', 'planning', 'model']],
    ['lines', ['bulk-operations', 'commands', 'order-types', 'store', 'records']],
    ['lines', ['bulk-operations', 'commands', 'order-types', 'store', 'model']],
  ] as const;
  it.each(rooms)('reject each import upwards in %s: %s', (name, ranks) => {
    for (const [at, lower] of ranks.entries())
      for (const upper of ranks.slice(0, at))
        expect(lint(`packages/${name}/src/${lower}/a/b.ts`, from(`../../${upper}/x.ts`)), `${lower} ${upper}`).toEqual([
          `${room}: The room is above ${lower}.`,
        ]);
  });

  it.each([
    ['engine', 'queries', 'store'],
    ['engine', 'store', 'queries'],
    ['lines', 'records', 'model'],
    ['lines', 'model', 'records'],
  ])('reject in %s an import between %s and %s, which are of equal rank', (name, one, other) => {
    expect(lint(`packages/${name}/src/${one}/a.ts`, from(`../${other}/b.ts`))).toHaveLength(1);
  });

  it.each(['model', 'planning'])('reject the database in the room %s of the engine, which has no I/O', (pure) => {
    const text = "import type { Db } from '@linework/db/db';\nexport type Own = Db;";
    expect(lint(`packages/engine/src/${pure}/order-type.ts`, text)).toContain(
      `${room}: A room without I/O; move the statement to store.`,
    );
  });

  it.each([
    ['apps/api/src/app.ts', '@linework/testing/a-line'],
    ['packages/payments/src/pay-invoice.ts', '@linework/fixtures/start-payments'],
    ['packages/queue/src/order-notifier.ts', '@linework/local-servers/redis-server'],
  ])('reject in %s the test tool %s', (path, target) => {
    expect(lint(path, from(target))).toContain(`${room}: For tests and apps/local only.`);
  });

  it.each(['@linework/testing/a-line', 'vitest'])('reject %s in a room, as no dependency of the program', (target) => {
    expect(lint('packages/engine/src/store/one.ts', from(target))).toEqual([expect.stringContaining(undeclared ?? '')]);
  });
});
