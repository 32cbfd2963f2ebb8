import { PermanentError } from '@linework/engine/model/system-errors';
import { createLog } from '@linework/log/log';
import { createPartnerMessages, readCode } from '@linework/systems/partners/create-partner-messages';
import { describe, expect, it } from 'vitest';

const lines: string[] = [];
const log = createLog({ name: 'test', level: 'info', destination: { write: (line) => void lines.push(line) } });
const messages = createPartnerMessages('the payment provider', log, { blocked: 'The card is blocked.' });

describe("a partner's text", () => {
  it.each(['INSUFFICIENT_FUNDS', 'key-reused', '215', 'a.b-c_d'])('keeps the code %s', (code) =>
    expect(readCode(code)).toBe(code),
  );

  it.each([
    '',
    'Card of Maria Silva',
    '+5511987654321',
    '52998224725',
    'card-4111111111111111',
    '<script>',
    'x'.repeat(65),
  ])('keeps no code of %j', (written) => expect(readCode(written)).toBe('unspecified'));

  it('reaches a broker as a code with a sentence of Linework, and the log unchanged but masked', () => {
    const refusal = messages.error({ code: 'card-lost', detail: 'Maria Silva, CPF 529.982.247-25, lost it' });
    expect(refusal).toBeInstanceOf(PermanentError);
    expect([refusal.code, refusal.message]).toEqual([
      'card-lost',
      'The payment provider rejected the request with the code card-lost.',
    ]);
    expect(lines.at(-1)).toContain('Maria Silva');
    expect(lines.at(-1)).not.toContain('529.982.247-25');
  });

  it('is replaced by the sentence of its code', () => {
    const { message, systemText } = messages.error({ code: 'blocked', detail: 'blocked by Joao' });
    expect([message, systemText]).toEqual(['The card is blocked.', undefined]);
  });

  it.each([
    ['card-lost', 'CPF 529.982.247-25 lost it', 'CPF **********7-25 lost it'],
    ['Card of Maria', 'is lost', 'Card of Maria: is lost'],
    ['Card of Maria', '', 'Card of Maria'],
    ['card-lost', ' ', undefined],
  ])('is for operators, masked, where no sentence is known: %j, %j', (code, detail, systemText) => {
    expect(messages.error({ code, detail }).systemText).toBe(systemText);
  });
});
