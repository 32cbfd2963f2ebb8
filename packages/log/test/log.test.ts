import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLog, type Log } from '../src/log.ts';

/** Values that a test logs, each with the part that must be masked. */
const planted = {
  msisdn: ['5511987654321', '987654'],
  msisdnWithPlus: ['+5511987654321', '987654'],
  msisdnWritten: ['+55 (11) 98765-4321', '98765'],
  msisdnNational: ['(11) 98765-4321', '98765'],
  msisdnSpoken: ['11 98765 4321', '98765'],
  iccid: ['89550112345678901234', '0112345678'],
  iccidInGroups: ['8955 0112 3456 7890 123', '0112 3456'],
  imsi: ['724051234567890', '051234'],
  card: ['4111111111111111', '111111111111'],
  cardInGroups: ['4111 1234 5678 9017', '1234 5678'],
  cardWithDashes: ['5500-0056-7890-1239', '0056-7890'],
  cardOfFifteen: ['3714 496353 98431', '496353'],
  cpf: ['12345678909', '234567'],
  cpfWritten: ['123.456.789-09', '456.789'],
  cnpj: ['12345678000195', '456780'],
  cnpjWritten: ['12.345.678/0001-95', '345.678'],
  cnpjAlphanumeric: ['12ABC34501DE35', 'ABC345'],
  cnpjAlphanumericWritten: ['12.ABC.345/01DE-35', 'ABC.345'],
  subscriberKey: ['465b5ce8b199b49faa5f0a2ee238a6bc', 'a6bc'],
  subscriberKeyInCapitals: ['CD63CB71954A9F4E48A5994E37A02BAF', '2BAF'],
  apiKey: ['lw_4fXk29ZqPmT7bVnC3sRdGhJ1wYeUaLoB8iKx5tNc0fA1b2c3', 'XkZqPmT7bVnC'.slice(4)],
} as const;

const waysToLog: Readonly<Record<string, (log: Log, value: string) => void>> = {
  'in the message': (log, value) => log.info(`request for ${value}, once`),
  'after a line break in the message': (log, value) => log.info(`request for\n${value}\nonce`),
  'as an argument of the message': (log, value) => log.info('request for %s and %j', value, { value }),
  'as a field': (log, value) => log.info({ value }, 'requested'),
  'deep in a field': (log, value) => log.info({ order: { steps: [{ input: { value: [value] } }] } }, 'requested'),
  'as a name of a field': (log, value) => log.info({ seen: { [value]: true } }, 'requested'),
  'bound to a child': (log, value) => log.child({ value }).info('requested'),
  'as JSON inside a string': (log, value) => log.info({ body: JSON.stringify({ value }) }, 'requested'),
  'in a URL': (log, value) => log.info({ url: `/lines?search=${encodeURIComponent(value)}&page=1` }, 'requested'),
  'in an error': (log, value) => log.error(new Error(`no subscriber ${value}`)),
  'in the cause of an error': (log, value) =>
    log.error({ err: new Error('failed', { cause: new Error(`no subscriber ${value}`) }) }, 'failed'),
  'in an error under any name': (log, value) => log.error({ reason: new Error(`no subscriber ${value}`) }, 'failed'),
  'in one of many errors': (log, value) => log.error(new AggregateError([new Error(value)], 'all failed')),
  "in a database error's detail": (log, value) =>
    log.error(Object.assign(new Error('duplicate key'), { detail: `Key (msisdn)=(${value})`, parameters: [value] })),
  'in a header': (log, value) =>
    log.info(
      { req: { headers: { 'x-api-key': value, authorization: `Basic ${value}` }, rawHeaders: ['X-API-Key', value] } },
      'requested',
    ),
};

function linesOf(write: (log: Log) => void): string {
  let lines = '';
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines += chunk;
      done();
    },
  });
  write(createLog({ name: 'api', level: 'trace', destination }));
  return lines;
}

const soleLine = (write: (log: Log) => void) => JSON.parse(linesOf(write)) as Record<string, unknown>;

describe('the log', () => {
  it('writes one JSON line with time, level and the name of the program', () => {
    const line = soleLine((log) => log.warn({ orderId: 'a' }, 'order placed'));
    expect(line).toMatchObject({ level: 'warn', service: 'api', orderId: 'a', msg: 'order placed' });
    expect(new Date(String(line['time'])).toISOString()).toBe(line['time']);
  });

  describe.each(Object.entries(waysToLog))('%s', (_way, write) => {
    it.each(Object.entries(planted))('masks %s', (_kind, [value, hidden]) => {
      const lines = linesOf((log) => write(log, value));
      expect(lines).not.toContain(value);
      expect(lines).not.toContain(hidden);
      expect(() => JSON.parse(lines)).not.toThrow();
    });
  });

  it('masks a number that is not a string', () => {
    expect(soleLine((log) => log.info({ msisdn: 5511987654321, more: [724051234567890] }))).toMatchObject({
      msisdn: '*********4321',
      more: ['***********7890'],
    });
  });

  it('keeps the last digits, so that a reader who knows the number can follow it', () => {
    expect(soleLine((log) => log.info('line +5511987654321 blocked'))['msg']).toBe('line **********4321 blocked');
  });

  it.each(['x-api-key', 'Authorization', 'cookie', 'password', 'federalTaxId', 'msisdn', 'iccId', 'imsi'])(
    'masks every value of the member %s',
    (member) => {
      expect(linesOf((log) => log.info({ deep: { [member]: 'sesame "open"' } }))).not.toContain('sesame');
    },
  );

  describe.each(['k', 'ki', 'opc', 'OPc', 'pin1', 'PIN', 'puk1', 'PUK2', 'adm1'])('the SIM secret %s', (member) => {
    it.each([
      ['a text', { sim: { [member]: '1234' } }],
      ['a number', { sims: [{ [member]: 1234 }] }],
      ['a text in JSON', { body: JSON.stringify({ attributes: { [member]: '1234' } }) }],
      [
        'a number in JSON within JSON',
        { body: JSON.stringify({ inner: JSON.stringify({ [member]: 1234 }, null, 1) }) },
      ],
    ])('is masked as %s', (_kind, fields) => {
      const lines = linesOf((log) => log.info(fields, 'requested'));
      expect(lines.slice(lines.indexOf('"pid"')).replace(/"pid":\d+,/, '')).not.toContain('1234');
      expect(() => JSON.parse(lines)).not.toThrow();
    });
  });

  it.each(['PIN1=4711', 'puk1: 47114711', 'pin "4711"'])('masks a SIM secret in the text %s', (text) => {
    expect(String(soleLine((log) => log.info(`refused ${text}.`))['msg'])).not.toContain('4711');
  });

  it('masks a key that was sent as a password, and the password in a URL', () => {
    const basic = Buffer.from('operator:lw_secret').toString('base64');
    expect(linesOf((log) => log.info(`sent Basic ${basic}`))).not.toContain(basic);
    expect(linesOf((log) => log.info('cannot reach postgres://linework:hunter2@db:5432/linework'))).not.toContain(
      'hunter2',
    );
  });

  it('writes an error with its type, code, constraint and cause, but without its values', () => {
    const duplicate = Object.assign(new Error('duplicate key'), {
      code: '23505',
      constraint: 'one_number',
      detail: 'Key (name)=(Ana)',
      where: 'Ana',
      parameters: ['Ana'],
      hint: 'Ana',
    });
    const lines = linesOf((log) =>
      log.error({ err: new RangeError('not written', { cause: duplicate }) }, 'order failed'),
    );
    expect(lines).not.toContain('Ana');
    expect(JSON.parse(lines)).toMatchObject({
      msg: 'order failed',
      err: {
        type: 'RangeError',
        message: 'not written',
        stack: expect.stringContaining('log.test.ts'),
        cause: { code: '23505', constraint: 'one_number' },
      },
    });
  });

  it('keeps ids of key pairs that look like numbers', () => {
    const ids = { keyId: '4111111111111111', keyIds: ['0123456789012345', 'a0123456789012bc'] };
    const message = 'The secrets of the SIM need the key 4111111111111111, which this worker does not have.';
    expect(soleLine((log) => log.warn(ids, message))).toMatchObject({ ...ids, msg: message });
  });

  it('keeps UUIDs, times and small numbers unchanged', () => {
    const fields = {
      orderId: '01933f2e-7c1a-7000-8000-123456789012',
      jobId: 'order-01933f2e-7c1a-7000-8000-123456789012-3',
      at: '2026-11-21T05:07:00.123Z',
      address: '192.168.100.200:54321',
      durationMs: 1234.5678,
      port: 65_535,
      trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      url: 'http://localhost:3000/lines?createdAtFrom=2026-11-21T05:07:00Z',
    };
    expect(soleLine((log) => log.info(fields, 'took 12.345 ms'))).toMatchObject({ ...fields, msg: 'took 12.345 ms' });
  });
});
