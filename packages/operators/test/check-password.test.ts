import { checkPassword } from '@linework/operators/check-password';
import { describe, expect, it } from 'vitest';

describe('a password', () => {
  it.each(['correct horse battery', 'três gatos na chuva', 'k7#mPq2vX9!w'])(
    'is accepted if it is long and its own: %s',
    async (password) => {
      expect(await checkPassword(password, 'Ana Souza')).toBeUndefined();
    },
  );

  it('is checked in milliseconds, whatever its length', async () => {
    await checkPassword('três gatos na chuva', 'Ana Souza');
    const started = performance.now();
    await checkPassword('aB1-dE2_'.repeat(25), 'Ana Souza');
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it.each([
    ['short', 'k7#mPq2vX9!'],
    ['of few characters', 'abababababababab'],
    ['a common word with a year', 'Password2026!'],
    ['a run of digits', '123456789012'],
    ['a run of keys', 'qwertyuiop12'],
    ['a run backwards', 'lkjhgfdsa987'],
    ['the own name', 'Ana Souza 123'],
    ['a part of the own name with a year', 'souzaana2026'],
    ['the name of the product', 'Linework-1234'],
    ['a common word with signs', 'Welcome12345!!'],
    ['a common word of Brazil', 'senha-senha-99'],
    ['a football club with a year', 'flamengo2026!!'],
    ['a part that repeats', 'kX9!kX9!kX9!kX9!'],
    ['of few characters in no order', 'abdcebadecbd'],
  ])('is rejected if it is %s', async (_what, password) => {
    expect(await checkPassword(password, 'Ana Souza')).toEqual(expect.any(String));
  });
});
