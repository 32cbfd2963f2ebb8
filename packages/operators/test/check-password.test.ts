import { checkPassword } from '@linework/operators/check-password';
import { describe, expect, it } from 'vitest';

describe('a password', () => {
  it.each(['correct horse battery', 'três gatos na chuva', 'k7#mPq2vX9!w'])(
    'is accepted if it is long and its own: %s',
    (password) => {
      expect(checkPassword(password, 'Ana Souza')).toBeUndefined();
    },
  );

  it.each([
    ['short', 'k7#mPq2vX9!'],
    ['of few characters', 'abababababababab'],
    ['a common word with a year', 'Password2026!'],
    ['a run of digits', '123456789012'],
    ['a run of keys', 'qwertyuiop12'],
    ['a run backwards', 'lkjhgfdsa987'],
    ['the own name', 'Ana Souza 123'],
  ])('is rejected if it is %s', (_what, password) => {
    expect(checkPassword(password, 'Ana Souza')).toEqual(expect.any(String));
  });
});
