import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The functions of a page whose browser wants this language. */
async function openedIn(wanted: string) {
  vi.stubGlobal('navigator', { languages: [wanted] });
  vi.resetModules();
  const [{ Reason }, { reasonText }] = await Promise.all([
    import('../src/order/reason.tsx'),
    import('../src/move-ins/move-in-text.ts'),
  ]);
  const reasonOf = (order: object, explanation?: object) =>
    renderToStaticMarkup(createElement(Reason, { order, explanation } as never))
      .replaceAll(/<[^>]+>/g, '')
      .trim();
  return { reasonOf, reasonText };
}

const error = { code: 'unknown-subscriber', detail: 'The network does not know it.' };
const next = {
  orderTypeStepCode: 'LINE_BLOCK.SUSPEND_NETWORK',
  actionCode: 'network.suspend',
  kind: 'execute',
  attempt: 2,
  attemptLimit: 5,
};
const failed = {
  status: 'FAILED',
  failure: {},
  steps: [{ orderTypeStepCode: next.orderTypeStepCode, status: 'FAILED', error }],
};
const open = { status: 'IN_PROGRESS', failure: null, steps: [] };
const pause = { id: 'p', kind: 'system', target: 'network' };

it('an order says in Portuguese why it failed, and what a person may do', async () => {
  const { reasonOf } = await openedIn('pt-BR');
  const stopped = 'O pedido falhou, porque a tentativa 2 de 5 da etapa “suspender na rede” terminou com';
  expect(reasonOf(failed, { waitsFor: 'decision', step: next, allowed: ['retry', 'close'] })).toBe(
    `${stopped} unknown-subscriber. Aguarda uma decisão: repeti-lo ou encerrá-lo.`,
  );
  expect(reasonOf(failed, { waitsFor: 'decision', step: next, allowed: ['close'] })).toBe(
    `${stopped} unknown-subscriber. O registro dele mudou desde então. Aguarda uma decisão: encerrá-lo.`,
  );
});

it('an order says in both languages what it waits for', async () => {
  const waits = [
    { waitsFor: 'worker', step: next },
    { waitsFor: 'back-off', step: { ...next, kind: 'undo', error } },
    { waitsFor: 'call', step: next },
    { waitsFor: 'pause', step: next, pause },
    { step: next, lease: { epoch: 1 } },
    { waitsFor: 'a-later-thing', sentence: 'The order waits for the moon.' },
  ];
  const english = await openedIn('en');
  expect(waits.map((wait) => english.reasonOf(open, wait))).toEqual([
    'The order waits for a free worker, with attempt 2 of 5 of the step “suspend network”.',
    'The order waits until an unknown time for attempt 2 of 5 of the undo of the step “suspend network”, because of ' +
      'unknown-subscriber.',
    'The order waits for the network to finish attempt 2 of 5 of the step “suspend network”.',
    'The order waits before attempt 2 of 5 of the step “suspend network”, because an operator has paused the system ' +
      'network.',
    'A worker is at attempt 2 of 5 of the step “suspend network” and holds the order until an unknown time.',
    'The order waits for the moon.',
  ]);
  const portuguese = await openedIn('pt-BR');
  expect(portuguese.reasonOf(open, waits[3])).toBe(
    'O pedido aguarda antes de iniciar a tentativa 2 de 5 da etapa “suspender na rede”, porque um operador pausou o ' +
      'sistema rede.',
  );
});

it('an earlier release, which explains nothing, has the failure and the status', async () => {
  const { reasonOf } = await openedIn('en');
  expect(reasonOf(failed)).toBe(
    'The order has failed, because the step “suspend network” ended with unknown-subscriber.',
  );
  expect(reasonOf(open)).toBe('In progress.');
});

it('a row of a move-in says in Portuguese why it was left out', async () => {
  const { reasonText } = await openedIn('pt-BR');
  expect(['taken', 'needs-holders', 'line-left-out', 'not-adoptable', 'of-tomorrow'].map(reasonText)).toEqual([
    'outro registro já tem o valor',
    'a linha de que ela precisa, no arquivo Titulares, ficou de fora',
    'a linha telefônica dela ficou de fora',
    'nada nesta migração a adota',
    'of tomorrow',
  ]);
});
