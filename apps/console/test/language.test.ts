import { afterEach, expect, it, vi } from 'vitest';
import { findLanguage } from '../src/language/language.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The functions of a page whose browser wants these languages. */
async function openedIn(languages: readonly string[]) {
  vi.stubGlobal('navigator', { languages });
  vi.resetModules();
  const [{ t, numberText }, { moneyText, dayText }, { dateTimeText, relativeTime }, { toPhrase, toWords }] =
    await Promise.all([
      import('../src/language/translate.ts'),
      import('../src/ui/text/day-text.ts'),
      import('../src/ui/text/relative-time.ts'),
      import('../src/ui/text/status-tone.ts'),
    ]);
  return { t, numberText, moneyText, dayText, dateTimeText, relativeTime, toPhrase, toWords };
}

it.each([
  [['pt-PT', 'en'], 'pt-BR'],
  [['de', 'pt', 'en'], 'pt-BR'],
  [['en-US', 'pt-BR'], 'en'],
  [['de', 'fr'], 'en'],
  [[], 'en'],
])('of the languages %j the console speaks %s', (wanted, language) => {
  expect(findLanguage(wanted)).toBe(language);
});

it('English has the sentences of the code, with the form of the count', async () => {
  const { t, numberText, moneyText, dayText, relativeTime, toPhrase } = await openedIn(['en-US']);
  const waits = (count: number) => t('{count} waits for the partner | {count} wait for the partner', { count });
  expect([waits(1), waits(2_000)]).toEqual(['1 waits for the partner', '2,000 wait for the partner']);
  expect([numberText(1_234.5), moneyText('1234.56'), dayText('2026-11-28')]).toEqual([
    '1,234.5',
    'R$1,234.56',
    '28 Nov 2026',
  ]);
  expect(relativeTime(0, 180_000)).toBe('3 min ago');
  expect(toPhrase('LINE_SIM_SWAP')).toBe('SIM swap');
});

it('Portuguese has its sentences, amounts and days', async () => {
  const { t, numberText, moneyText, dayText, dateTimeText, relativeTime, toPhrase } = await openedIn(['pt-BR']);
  const waits = (count: number) => t('{count} waits for the partner | {count} wait for the partner', { count });
  expect([waits(1), waits(2_000)]).toEqual(['1 aguarda o parceiro', '2.000 aguardam o parceiro']);
  expect([numberText(1_234.5), moneyText('1234.56'), dayText('2026-11-28')]).toEqual([
    '1.234,5',
    'R$\u00a01.234,56',
    '28/11/2026',
  ]);
  expect(dateTimeText('2026-11-28T15:00:00Z')).toMatch(/^2[89]\/11\/2026, \d\d:00$/);
  expect(relativeTime(0, 180_000)).toBe('há 3 min');
  expect(toPhrase('LINE_SIM_SWAP')).toBe('troca de chip');
});

it('a word with two meanings is told apart in Portuguese, and is the same in English', async () => {
  const english = await openedIn(['en-US']);
  expect([english.t('Close'), english.t('Close [an order]')]).toEqual(['Close', 'Close']);
  const { t } = await openedIn(['pt-BR']);
  expect([t('Close'), t('Close [an order]')]).toEqual(['Fechar', 'Encerrar']);
});

it('a status has the gender of its kind of record, which English does not say', async () => {
  const english = await openedIn(['en-US']);
  expect([english.toWords('ACTIVE', 'line'), english.toWords('ACTIVE')]).toEqual(['Active', 'Active']);
  const { toWords, toPhrase } = await openedIn(['pt-BR']);
  expect(['line', 'payment-method', undefined].map((kind) => toWords('ACTIVE', kind))).toEqual([
    'Ativa',
    'Ativo',
    'Ativo',
  ]);
  expect([toPhrase('CANCELLED', 'subscription'), toWords('BLOCKING', 'line'), toWords('A_STATUS', 'line')]).toEqual([
    'cancelada',
    'Bloqueando',
    'A status',
  ]);
});

it('why a payment failed has words in both languages, also a code that only its provider knows', async () => {
  const english = await openedIn(['en-US']);
  expect(['INSUFFICIENT_FUNDS', 'DO_NOT_HONOR'].map((code) => english.toWords(code))).toEqual([
    'Insufficient funds',
    'Do not honor',
  ]);
  const { toWords } = await openedIn(['pt-BR']);
  expect(['INSUFFICIENT_FUNDS', 'insufficient-funds', 'DISPUTED_BY_HOLDER'].map((code) => toWords(code))).toEqual([
    'Saldo insuficiente',
    'Saldo insuficiente',
    'Contestado pelo titular',
  ]);
});

it('a text of the API that the catalogue does not have is shown as it is', async () => {
  const { toPhrase } = await openedIn(['pt-BR']);
  expect(toPhrase('A_STATUS_OF_TOMORROW')).toBe('a status of tomorrow');
});
