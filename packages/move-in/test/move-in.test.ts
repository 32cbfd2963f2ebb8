import { SystemUnavailable } from '@linework/engine/model/system-errors';
import { liftLegalHold, placeLegalHold } from '@linework/holders/legal-holds';
import { aHolder } from '@linework/testing/a-holder';
import { aTestDb } from '@linework/testing/a-test-db';
import { anEmptyInstallation, rowsOf, rowsOfLines, wrongCounts } from '@linework/testing/an-empty-installation';
import { afterEach, describe, expect, it } from 'vitest';
import { buildExample } from '../src/example-files.ts';
import { balanceMoveIn, listFindings } from '../src/list-move-ins.ts';
import { decideMoveIn } from '../src/move-ins.ts';

const db = await aTestDb();
/** One broker has all ranges. The tests have different rows. */
const base = await anEmptyInstallation(db);
afterEach(async () => expect(await rowsOf(db, wrongCounts)).toEqual([]));

const firstPage = { limit: 100, sortBy: 'row', sortOrder: 'asc' } as const;

const countsOf = async () => {
  const [counts] = await rowsOf(
    db,
    `SELECT (SELECT count(*)::int FROM holder) AS holders, (SELECT count(*)::int FROM resource) AS resources,
      (SELECT count(*)::int FROM line) AS lines, (SELECT count(*)::int FROM allocation) AS allocations,
      (SELECT count(*)::int FROM orders) AS orders`,
  );
  return counts;
};

describe('a move-in', () => {
  it('adopts lines in their status with their past, says so in each event, and takes them back', async () => {
    const before = await countsOf();
    const { id } = await base.open();
    const { rows, register } = buildExample(60);
    await base.uploadAll(id, rows);
    expect((await base.run(id, 'check')).findings).toEqual([]);
    for (const subscriber of register) base.register.set(subscriber.imsi, subscriber);
    expect(await base.run(id, 'compare')).toMatchObject({
      status: 'CHECKED',
      findings: [],
      progress: { compared: 60 },
    });

    expect(await base.run(id, 'adopt')).toMatchObject({ status: 'ADOPTED', progress: { leftOut: 0 } });
    // The network has them in service: no order provisions them again.
    expect(await countsOf()).toMatchObject({ lines: Number(before?.['lines']) + 60, orders: before?.['orders'] });
    const lines = await rowsOf(
      db,
      `SELECT l.external_code, l.status, l.activated_at, h.external_code AS holder,
        (SELECT array_agg(s.status ORDER BY s.status) FROM resource_state s WHERE s.line_id = l.id) AS resources,
        (SELECT array_agg(a.held_from) FROM allocation a WHERE a.line_id = l.id AND a.held_to IS NULL) AS held_from
      FROM line l JOIN holder h ON h.id = l.holder_id
      WHERE l.broker_id = $1 AND l.external_code IN ('L-0', 'L-3', 'L-7') ORDER BY l.external_code`,
      [base.broker.id],
    );
    const activatedAt = (text: string) => new Date(text);
    expect(lines).toMatchObject([
      {
        status: 'ACTIVE',
        holder: 'H-0',
        activated_at: activatedAt('2015-01-15T12:00:00Z'),
        resources: ['active', 'active'],
        held_from: [activatedAt('2015-01-15T12:00:00Z'), activatedAt('2015-01-15T12:00:00Z')],
      },
      { status: 'BLOCKED', activated_at: activatedAt('2018-04-15T12:00:00Z'), resources: ['suspended', 'suspended'] },
      { status: 'STAND_BY', activated_at: null, resources: ['active', 'active'] },
    ]);
    const events = await rowsOf(
      db,
      `SELECT resource_type, type, job, bool_and(coalesce((details ->> 'adopted')::boolean, false)) AS adopted
      FROM event WHERE broker_id = $1 AND resource_type IN ('line', 'resource', 'holder')
      GROUP BY 1, 2, 3 ORDER BY 1, 2`,
      [base.broker.id],
    );
    expect(events.map(({ type }) => type)).toEqual([
      'holder.created',
      'line.activated',
      'line.blocked',
      'line.standby',
      'resource.activated',
      'resource.made_available',
      'resource.suspended',
    ]);
    expect(events.every(({ adopted, job }) => adopted === true && job === 'advance-move-ins')).toBe(true);
    const balance = await balanceMoveIn(db, { caller: base.caller, moveInId: id });
    expect(balance.items.map(({ kind, state, rows: count }) => [kind, state, count])).toEqual([
      ['holders', 'adopted', 30],
      ['numbers', 'adopted', 60],
      ['sims', 'adopted', 60],
      ['lines', 'adopted', 60],
      ['blocks', 'adopted', rows.blocks.length],
    ]);

    // What is under a legal hold stays with its line, until the hold is lifted.
    const held = await db.prisma.holder.findFirstOrThrow({ where: { brokerId: base.broker.id, lines: { some: {} } } });
    const { caller } = base;
    const hold = await placeLegalHold(db, { caller, customerId: held.id, reason: 'Process 4711' });
    const linesOfHeld = await db.prisma.line.count({ where: { holderId: held.id } });
    expect(await base.run(id, 'undo')).toMatchObject({ status: 'ADOPTED' });
    expect(await countsOf()).toMatchObject({
      holders: Number(before?.['holders']) + 1,
      lines: Number(before?.['lines']) + linesOfHeld,
    });
    await liftLegalHold(db, { caller, legalHoldId: hold.id, reason: 'The court has closed the process.' });
    expect(await base.run(id, 'undo')).toMatchObject({ status: 'UNDONE' });
    expect(await countsOf()).toEqual(before);
  });

  it('adopts no row twice, and says which rows were adopted before', async () => {
    const shifted = rowsOfLines(buildExample(1_010).rows, 1_000, 1_010);
    const { id: first } = await base.open();
    await base.uploadAll(first, shifted);
    await base.run(first, 'check');
    await base.run(first, 'adopt');
    const counts = await countsOf();
    const { id: second } = await base.open();
    await base.uploadAll(second, shifted);
    const checked = await base.run(second, 'check');
    expect(checked.findings).toMatchObject([{ code: 'already-adopted', count: 36 }]);
    await expect(base.run(second, 'adopt')).rejects.toMatchObject({ members: { codes: ['already-adopted'] } });
    await decideMoveIn(db, {
      caller: base.caller,
      moveInId: second,
      code: 'already-adopted',
      decision: 'leave-out',
      reason: 'The file came twice.',
    });
    expect(await base.run(second, 'adopt')).toMatchObject({ status: 'ADOPTED', progress: { adopted: 0, leftOut: 36 } });
    expect(await countsOf()).toEqual(counts);
  });

  it('finds every fault at once, with its file, row, column and code, and leaves out what depends on it', async () => {
    const { holders, numbers, sims, lines, blocks } = rowsOfLines(buildExample(2_012).rows, 2_000, 2_012);
    const change = (kind: readonly Readonly<Record<string, string>>[], at: number, values: Record<string, string>) =>
      kind.map((row, position) => (position === at ? { ...row, ...values } : row));
    const { id } = await base.open();
    await base.uploadAll(id, {
      holders: change(holders, 1, { federalTaxId: '111.111.111-11' }),
      numbers: change(change(numbers, 0, { msisdn: '+5511 3333' }), 4, { msisdn: numbers[5]?.['msisdn'] ?? '' }),
      sims: change(sims, 6, { iccid: '8.95501E+18' }),
      lines: change(change(change(lines, 8, { holderId: 'nobody' }), 9, { activatedAt: '' }), 10, {
        status: 'LOST',
        activatedAt: '2200-01-01',
      }),
      blocks,
    });
    await base.run(id, 'check');
    const { items } = await listFindings(db, { caller: base.caller, moveInId: id }, firstPage);
    const found = items.map(({ kind, row, column, code }) => `${kind} ${row} ${column} ${code}`).toSorted();
    expect(found).toEqual([
      'holders 3 federalTaxId invalid-value',
      'lines 10 holderId unknown-reference',
      'lines 11 activatedAt missing-value',
      'lines 12 activatedAt invalid-value',
      'lines 12 status invalid-value',
      'numbers 2 msisdn invalid-value',
      'numbers 6 msisdn duplicate-in-file',
      'numbers 7 msisdn duplicate-in-file',
      'sims 8 iccid rounded-by-spreadsheet',
    ]);
    for (const code of new Set(items.map((item) => item.code)))
      await decideMoveIn(db, { caller: base.caller, moveInId: id, code, decision: 'leave-out', reason: 'Wrong.' });
    await base.run(id, 'adopt');
    const left = await rowsOf(
      db,
      `SELECT kind, row, reason FROM move_in_row WHERE move_in_id = $1 AND state = 'left-out' AND kind = 'lines'
      ORDER BY row`,
      [id],
    );
    // Two lines of the holder, one of each number, one of the SIM, and the three that are wrong themselves.
    expect(left.map(({ row, reason }) => `${row} ${reason}`)).toEqual([
      '2 needs-numbers',
      '4 needs-holders',
      '5 needs-holders',
      '6 needs-numbers',
      '7 needs-numbers',
      '8 needs-sims',
      '10 unknown-reference',
      '11 missing-value',
      '12 invalid-value',
    ]);
    const free = await rowsOf(
      db,
      `SELECT count(*)::int AS count FROM resource_state s JOIN resource r ON r.id = s.resource_id
      WHERE r.broker_id = $1 AND s.status = 'available'`,
      [base.broker.id],
    );
    // The number and the SIM of a line that stays out are in service: they are not free.
    expect(free).toEqual([{ count: 0 }]);
  });

  it('compares with the register, and adopts what a person has decided', async () => {
    const { rows, register } = buildExample(3_008);
    const moved = rowsOfLines(rows, 3_000, 3_008);
    const { id } = await base.open();
    await base.uploadAll(id, moved);
    await base.run(id, 'check');
    const imsiOf = (at: number) => moved.sims[at]?.['imsi'] ?? '';
    const msisdnOf = (at: number) => moved.numbers[at]?.['msisdn'] ?? '';
    for (const [at, { serviceState }] of register.slice(3_000).entries())
      base.register.set(imsiOf(at), { imsi: imsiOf(at), msisdn: msisdnOf(at), serviceState });
    base.register.delete(imsiOf(0));
    base.register.set(imsiOf(1), { imsi: imsiOf(1), msisdn: '+5511900000000', serviceState: 'active' });
    base.register.set(imsiOf(2), { imsi: imsiOf(2), msisdn: msisdnOf(2), serviceState: 'suspended' });
    const compared = await base.run(id, 'compare');
    expect(compared.findings.map(({ code, count }) => `${code} ${count}`)).toEqual([
      'not-on-network 1',
      'other-number 1',
      'other-service-state 1',
    ]);
    const decide = (
      code: 'not-on-network' | 'other-number' | 'other-service-state',
      decision: 'ours' | 'network' | 'leave-out',
    ) => decideMoveIn(db, { caller: base.caller, moveInId: id, code, decision, reason: 'Looked up.' });
    await expect(decide('other-number', 'network')).rejects.toMatchObject({
      members: { choices: ['ours', 'leave-out'] },
    });
    await decide('not-on-network', 'leave-out');
    await decide('other-number', 'ours');
    await decide('other-service-state', 'network');
    await base.run(id, 'adopt');
    const lines = await rowsOf(
      db,
      `SELECT external_code, status FROM line
      WHERE external_code IN ('L-3000', 'L-3001', 'L-3002', 'L-3003') ORDER BY external_code`,
    );
    expect(lines.map(({ status }) => status)).toEqual(['ACTIVE', 'BLOCKED', 'BLOCKED']);
  });
});

describe('a register that stops answering', () => {
  it('is waited for, and the comparison goes on where it was', async () => {
    const { id } = await base.open();
    const { rows, register } = buildExample(5_100);
    await base.uploadAll(id, rowsOfLines(rows, 5_000, 5_100));
    await base.run(id, 'check');
    for (const subscriber of register.slice(5_000)) base.register.set(subscriber.imsi, subscriber);
    let calls = 0;
    base.answers = () => {
      calls += 1;
      if (calls > 60 && calls < 90) throw new SystemUnavailable('unreachable', 'The network cannot be reached.');
    };
    const interrupted = await base.run(id, 'compare');
    expect(interrupted).toMatchObject({ status: 'COMPARING', findings: [] });
    expect(interrupted.progress.compared).toBeGreaterThan(0);
    expect(interrupted.progress.compared).toBeLessThan(100);
    for (let run = 0; run < 10 && (await base.find(id)).status === 'COMPARING'; run += 1) await base.work();
    expect(await base.find(id)).toMatchObject({ status: 'CHECKED', findings: [], progress: { compared: 100 } });
    // Only the calls without an answer are repeated.
    expect(calls).toBeLessThan(100 + 40);
    base.answers = () => undefined;
  });
});

describe('files as they come', () => {
  it('have semicolons, Portuguese names, Latin-1, apostrophes, padding and a line with the total', async () => {
    const { id } = await base.open({ lines: { columns: { 'Cod Cli': 'holderId', Obs: '-' } } });
    const holders = 'CPF/CNPJ;Código;Razão Social\r\n529.982.247-25;7001;José Araújo\r\nTotal;1;\r\n';
    await base.upload(id, 'holders', Buffer.from(holders, 'latin1'));
    await base.upload(id, 'numbers', '\ufeffsep=;\nid;número\n8001;00 55 21 98765-4321\n\n');
    await base.upload(id, 'sims', "id\ticcid\timsi\n9001\t'8955990100006000001F\t724991016000000\n");
    await base.upload(
      id,
      'lines',
      'Obs,situação,data_ativação,Cod Cli,numero,chip,id\n"a, ""b""",Ativo,17/05/2019 14:10,7001,8001,9001,L-7001\n',
    );
    expect((await base.run(id, 'check')).findings).toEqual([]);
    const read = await rowsOf(db, 'SELECT kind, data FROM move_in_row WHERE move_in_id = $1 ORDER BY kind', [id]);
    expect(read.map(({ data }) => data)).toEqual([
      { legacyId: '7001', name: 'José Araújo', federalTaxId: '52998224725' },
      {
        legacyId: 'L-7001',
        holderId: '7001',
        numberId: '8001',
        simId: '9001',
        status: 'ACTIVE',
        activatedAt: '2019-05-17T17:10:00.000Z',
      },
      { legacyId: '8001', msisdn: '+5521987654321' },
      { legacyId: '9001', iccid: '8955990100006000001', imsi: '724991016000000' },
    ]);
    // The mapping is kept for the next move-in of the broker.
    expect((await base.open()).mappings).toEqual({ lines: { columns: { 'Cod Cli': 'holderId', Obs: '-' } } });
    await expect(base.upload(id, 'numbers', 'id,telefonne\n1,2\n')).rejects.toMatchObject({ code: 'bad-header' });
  });
});

describe('the guards of the database', () => {
  it('accept the status of a line only from its own row of a move-in that is being adopted', async () => {
    const { id } = await base.open();
    await base.uploadAll(id, rowsOfLines(buildExample(4_002).rows, 4_000, 4_002));
    await base.run(id, 'check');
    const holder = await aHolder(db, { brokerId: base.broker.id });
    const row = await db.prisma.moveInRow.findFirstOrThrow({ where: { moveInId: id, kind: 'lines' } });
    const insert = (lineId: string, setting: string) =>
      db.dryRun(async (tx) => {
        await rowsOf(tx as never, "SELECT set_config('linework.move_in', $1, true)", [setting]);
        await rowsOf(
          tx as never,
          `INSERT INTO line (id, broker_id, holder_id, status, msisdn, iccid, imsi)
          VALUES ($1, $2, $3, 'ACTIVE', '+5511999', '8955', '724')`,
          [lineId, base.broker.id, holder.id],
        );
      });
    const refused = 'may not move from nothing to ACTIVE';
    await expect(insert(row.id, id)).rejects.toThrow(refused);
    await rowsOf(db, "UPDATE move_in SET status = 'ADOPTING' WHERE id = $1", [id]);
    await expect(insert(row.id, id)).resolves.toBeUndefined();
    await expect(insert(row.id, '')).rejects.toThrow(refused);
    await expect(insert(crypto.randomUUID(), id)).rejects.toThrow(refused);
    await rowsOf(db, "UPDATE move_in_row SET state = 'adopted' WHERE record_id = $1", [row.id]);
    await expect(insert(row.id, id)).rejects.toThrow(refused);
    // Ends the move-in, so that no other test works on it.
    await rowsOf(db, "UPDATE move_in_row SET state = 'undone' WHERE move_in_id = $1", [id]);
    await rowsOf(db, "UPDATE move_in SET status = 'ADOPTED' WHERE id = $1", [id]);
  });
});
