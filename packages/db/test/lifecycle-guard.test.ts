import { buildGuardTriggers } from '@linework/lifecycle/build-guard-triggers';
import type { Lifecycle } from '@linework/lifecycle/define-lifecycle';
import { findUnreachableStatuses } from '@linework/lifecycle/find-unreachable-statuses';
import { eventTypes } from '@linework/schemas/events';
import { lifecycles } from '@linework/schemas/lifecycles/lifecycles';
import { lineLifecycle } from '@linework/schemas/lifecycles/line.lifecycle';
import { openStatuses, orderLifecycle, unresolvedStatuses } from '@linework/schemas/lifecycles/order.lifecycle';
import { aLine } from '@linework/testing/a-line';
import { aTestDb } from '@linework/testing/a-test-db';
import { describe, expect, it } from 'vitest';
import type { OpenDb } from '../src/db.ts';
import { assembled } from '../src/statement.ts';

const db = await aTestDb();

const allLifecycles: readonly Lifecycle[] = lifecycles;

/** The table of a new lifecycle, if its author names both alike. */
const toTable = ({ name }: Lifecycle) => name.replaceAll('-', '_');

describe.each(allLifecycles)('the lifecycle of $name', (lifecycle) => {
  it('reaches each of its statuses', () => expect(findUnreachableStatuses(lifecycle)).toEqual([]));

  it('is the same as the guard in the database', async () => {
    const guards = (await guardsInDatabase()).filter(({ lifecycle: name }) => name === lifecycle.name);
    if (guards.length === 0)
      expect.fail(
        [
          'No table has the guard. Write a migration with this SQL:',
          buildGuardTriggers(toTable(lifecycle), lifecycle),
        ].join('\n'),
      );
    expect(guards).toHaveLength(1);
    const [{ table, initialCondition, move }] = guards as [Guard];
    expect([...initialCondition.matchAll(/'(\w+)'::text/g)].map(([, status]) => status).toSorted()).toEqual(
      lifecycle.initial.toSorted(),
    );
    expect(move).toBe(`((old.status <> new.status) AND (NOT ${table}_may_move(old.status, new.status)))`);
    const listed = new Set(lifecycle.moves.flatMap(({ from, to }) => (from === null ? [] : [`${from} > ${to}`])));
    const allowed = new Set(await findAllowedMoves(table, [...lifecycle.statuses, 'NONESUCH']));
    const differences = [
      ...[...listed.difference(allowed)].map((move) => `The lifecycle lists ${move}, but the database rejects it.`),
      ...[...allowed.difference(listed)].map(
        (move) => `The database allows ${move}, but the lifecycle does not list it.`,
      ),
    ];
    if (differences.length > 0)
      expect.fail(
        [...differences, 'Write a migration with this SQL:', buildGuardTriggers(table, lifecycle)].join('\n'),
      );
  });
});

describe('the database', () => {
  it('guards only the defined lifecycles', async () => {
    const names = new Set((await guardsInDatabase()).map(({ lifecycle }) => lifecycle));
    expect([...names].toSorted()).toEqual(lifecycles.map(({ name }) => name).toSorted());
  });

  it('allows exactly the listed moves of a line', async () => {
    const { id } = await aLine(db, 'STAND_BY');
    const seen = { moved: 0, rejected: 0 };
    for (const from of lineLifecycle.statuses) {
      for (const to of lineLifecycle.statuses.filter((status) => status !== from)) {
        const outcome = await db.dryRun(async (tx) => {
          await forceLine(tx, id, from);
          return moveLine(tx, id, to);
        });
        expect(`${from} > ${to}: ${outcome}`).toBe(
          `${from} > ${to}: ${lineLifecycle.canMove(from, to) ? 'moved' : 'rejected'}`,
        );
        seen[outcome] += 1;
      }
    }
    expect(seen.moved).toBeGreaterThan(30);
    expect(seen.rejected).toBeGreaterThan(80);
  });

  it('rejects a new line with another status than the initial one', async () => {
    const { id, brokerId, holderId } = await aLine(db, 'ACTIVE');
    const insertion = db.prisma.line.create({
      data: { id: crypto.randomUUID(), brokerId, holderId, status: 'ACTIVE', msisdn: id, iccid: id, imsi: id },
    });
    await expect(insertion).rejects.toThrow('may not move from nothing to ACTIVE');
  });

  it('rejects changes and deletions of events', async () => {
    await aLine(db, 'ACTIVE');
    await expect(db.prisma.event.updateMany({ data: { toStatus: 'X' } })).rejects.toThrow('append-only');
    await expect(db.prisma.event.deleteMany({})).rejects.toThrow('append-only');
  });
});

interface Guard {
  readonly lifecycle: string;
  readonly table: string;
  /** The conditions under which the triggers reject a new row and a move. */
  readonly initialCondition: string;
  readonly move: string;
}

/** Reads the pairs of triggers that call `refuse_move` from the catalogue of PostgreSQL. */
async function guardsInDatabase(): Promise<readonly Guard[]> {
  const text = `SELECT tgrelid::regclass::text AS "table", array_agg(pg_get_triggerdef(oid) ORDER BY tgname) AS triggers
    FROM pg_trigger WHERE tgfoid = 'refuse_move'::regproc GROUP BY tgrelid`;
  const rows = await db.query(assembled<{ table: string; triggers: readonly string[] }>({ text, values: [] }));
  return rows.map(({ table, triggers }) => {
    const [initialCondition, move] = triggers.map((trigger) =>
      /WHEN \((.*)\) EXECUTE FUNCTION refuse_move\('(.*)'\)$/.exec(trigger),
    );
    expect([triggers.length, initialCondition?.[2]]).toEqual([2, move?.[2]]);
    return {
      lifecycle: String(move?.[2]),
      table,
      initialCondition: String(initialCondition?.[1]),
      move: String(move?.[1]),
    };
  });
}

/** Lists the moves between these statuses that the guard of a table allows. */
async function findAllowedMoves(table: string, statuses: readonly string[]): Promise<readonly string[]> {
  const text = `SELECT a || ' > ' || b AS move
    FROM unnest($1::text[]) a, unnest($1::text[]) b
    WHERE ${table}_may_move(a, b)`;
  const rows = await db.query(assembled<{ move: string }>({ text, values: [statuses] }));
  return rows.map(({ move }) => move).toSorted();
}

type Tx = Pick<OpenDb, 'query'>;

/** Gives a line a status without the guard. The dry run reverts it. */
async function forceLine(tx: Tx, id: string, status: string): Promise<void> {
  const run = (text: string, values: unknown[] = []) => tx.query(assembled({ text, values }));
  await run('ALTER TABLE line DISABLE TRIGGER line_move');
  await run("UPDATE line SET status = $2, terminated_at = CASE WHEN $2 = 'TERMINATED' THEN now() END WHERE id = $1", [
    id,
    status,
  ]);
  await run('ALTER TABLE line ENABLE TRIGGER line_move');
}

function moveLine(tx: Tx, id: string, status: string): Promise<'moved' | 'rejected'> {
  const text = "UPDATE line SET status = $2, terminated_at = CASE WHEN $2 = 'TERMINATED' THEN now() END WHERE id = $1";
  return tx.query(assembled({ text, values: [id, status] })).then(
    () => 'moved',
    (error: { constraint?: string }) => {
      expect(error.constraint).toBe('lifecycle_move');
      return 'rejected';
    },
  );
}

describe('an order', () => {
  it('is open, unresolved or final, and never two of these', () => {
    const ends = orderLifecycle.statuses.filter(orderLifecycle.isFinal);
    expect([...openStatuses, ...unresolvedStatuses, ...ends].toSorted()).toEqual(orderLifecycle.statuses.toSorted());
    expect(ends).toEqual(['COMPLETED', 'ROLLED_BACK', 'CANCELLED']);
  });
});

describe('the events', () => {
  it('have unique names', () => expect(new Set(eventTypes).size).toBe(eventTypes.length));
});
