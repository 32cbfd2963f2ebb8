import { describe, expect, it } from 'vitest';
import { formatEvent } from '../../src/events/format-event.ts';
import { formatTime } from '../../src/output/format-time.ts';
import { wrapText } from '../../src/output/wrap-text.ts';
import { runHere } from './fake-context.ts';

const id = '019a1c3e-7b1f-7c60-9d3f-0d3b8c1e5a42';
const width = 80;
const isTooWide = (line: string) => [...line].length > width;

/** Lines that a terminal of 80 columns would break inside a word. A command to copy is not broken. */
const brokenLines = (text: string): readonly string[] =>
  text.split('\n').filter((line) => isTooWide(line) && !/^ *"?linework /.test(line));

describe('a screen of 80 columns', () => {
  it.each([
    [[]],
    [['orders']],
    [['orders', 'list', '--help']],
    [['listen', '--help']],
    [['login', '--help']],
    [['resources', 'import', '--help']],
  ])('fits the help of %j', async (words) => {
    const { code, output, errorOutput } = await runHere(words, { columns: width });
    expect([code, errorOutput, brokenLines(output)]).toEqual([0, '', []]);
    expect(output).toMatch(/^Usage: linework/);
  });

  it('fits an error, a note and the explanation of an order', async () => {
    const { errorOutput } = await runHere(['lines', 'list', '--status', 'GONE'], { columns: width });
    expect([errorOutput.split('\n').length, brokenLines(errorOutput)]).toEqual([4, []]);
    const reasons = 'the network rejected the request, '.repeat(4);
    const sentence = `The order has failed, because ${reasons}and it waits for a decision.`;
    const explanation = { orderId: id, sentence, allowed: ['retry'], notAllowed: [], changes: [] };
    const { output } = await runHere(['orders', 'explain', id], { columns: width, answer: () => explanation });
    expect(brokenLines(output)).toEqual([]);
    expect(output).toContain(`\n  linework orders retry ${id}\n`);
    const settled = {
      id,
      type: 'LINE_BLOCK',
      status: 'FAILED',
      createdAt: '2026-11-25T12:00:00.000Z',
      updatedAt: '2026-11-25T12:00:01.000Z',
    };
    const error = { code: 'locked', detail: 'The network rejected the request, because the subscriber is locked.' };
    const steps = [
      {
        orderTypeStepCode: 'LINE_BLOCK.SUSPEND_NETWORK',
        status: 'FAILED',
        attempt: 1,
        error,
        failedAt: settled.updatedAt,
      },
    ];
    const watched = await runHere(['orders', 'watch', id], { columns: width, answer: () => ({ ...settled, steps }) });
    expect(brokenLines(watched.errorOutput)).toEqual([]);
    expect(watched.errorOutput).toContain(`"linework orders explain ${id}"`);
  });

  it('gives the record of an event a line of its own', () => {
    const event = {
      id: 'e',
      type: 'line.block_started',
      time: '2020-01-01T12:00:00.000Z',
      subject: `line/${id}`,
      position: 8600,
      data: { record: { id } },
    };
    const style = { width, paint: (_name: string, text: string) => text };
    const outcome = { text: 'ACTIVE -> BLOCKING', colour: 'busy' } as const;
    expect(formatEvent(event, outcome, style).split('\n')).toEqual([
      '2020-01-01 12:00:00Z  8600  line.block_started        ACTIVE -> BLOCKING',
      `                            line/${id}`,
      '',
    ]);
    expect(formatEvent(event, outcome, { ...style, width: undefined }).split('\n')).toHaveLength(2);
  });
});

describe('a wrapped text', () => {
  it('is divided at spaces, and never in a command to copy', () => {
    expect(wrapText('Go on with "linework orders watch 4711" or wait.', 20)).toEqual([
      'Go on with',
      '"linework orders watch 4711"',
      'or wait.',
    ]);
    expect(wrapText('a "quote that does not end', 12)).toEqual(['a "quote', 'that does', 'not end']);
    expect(wrapText('two  spaces', undefined)).toEqual(['two  spaces']);
    expect(wrapText('', 20)).toEqual([]);
  });
});

describe('a time for people', () => {
  it('has its day where it is not today', () => {
    const now = Date.parse('2026-11-25T00:00:01.000Z');
    expect(formatTime('2026-11-25T16:39:11.692Z', now)).toBe('16:39:11.692Z');
    expect(formatTime('2026-11-24T23:59:59.999Z', now)).toBe('2026-11-24 23:59:59Z');
  });
});
