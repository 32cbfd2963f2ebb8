import { Refusal } from '@linework/domain/faults';
import { createLog } from '@linework/log/log';
import { codeOf, partnerWords } from '@linework/systems/partners/partner-words';
import { describe, expect, it } from 'vitest';

const lines: string[] = [];
const log = createLog({ name: 'test', level: 'info', destination: { write: (line) => void lines.push(line) } });
const words = partnerWords('the payment provider', log, { blocked: 'The card is blocked.' });

describe("a partner's words", () => {
  it.each(['INSUFFICIENT_FUNDS', 'key-reused', '215', 'a.b-c_d'])('keep the code %s', (code) => expect(codeOf(code)).toBe(code));

  it.each(['', 'Card of Maria Silva', '+5511987654321', '52998224725', 'card-4111111111111111', '<script>', 'x'.repeat(65)])('keep no code of %j', (written) =>
    expect(codeOf(written)).toBe('unspecified'),
  );

  it('reach a broker as a code with a sentence of ours, and the log as they were, masked', () => {
    const refusal = words.refusal({ code: 'card-lost', detail: 'Maria Silva, CPF 529.982.247-25, lost it' });
    expect(refusal).toBeInstanceOf(Refusal);
    expect([refusal.code, refusal.message]).toEqual(['card-lost', 'The payment provider refused the request with the code card-lost.']);
    expect(lines.at(-1)).toContain('Maria Silva');
    expect(lines.at(-1)).not.toContain('529.982.247-25');
  });

  it('are told in the sentence that the code has', () => {
    expect(words.refusal({ code: 'blocked', detail: 'blocked by Joao' }).message).toBe('The card is blocked.');
  });
});
