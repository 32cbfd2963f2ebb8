import { anItem, aReceipt, withoutIbsCbs } from '@linework/testing/documents/a-receipt';
import { readPdfFonts, readPdfText } from '@linework/testing/documents/read-pdf';
import { runsOf } from '@linework/testing/run/sample';
import { takesLong } from '@linework/testing/run/takes-long';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculateLevy } from '../src/calculate-levy.ts';
import type { Receipt } from '../src/model/receipt.ts';
import { drawDanfeCom } from '../src/pdf/draw-danfe-com.ts';
import { arbitraryReceipt } from './support/any-receipt.ts';

takesLong('much-work');

const at = new Date('2026-11-21T13:00:00Z');
const cancellation = { at: new Date('2026-11-22T15:30:00Z'), protocol: '3352600000012399' };
const many = Array.from({ length: 90 }, (_, index) =>
  anItem({ code: `I-${index}`, description: `Chamada local ${index} de longa duração` }),
);

describe('the PDF of a receipt', () => {
  it('has everything that a DANFE-COM must have', async () => {
    const text = await readText(aReceipt());
    for (const expectedText of [
      'DOCUMENTO AUXILIAR DA NOTA FISCAL FATURA DE',
      'Linework Telecomunicações Ltda.',
      'CNPJ 11.222.333/0001-81 - IE 110042490114',
      'Nº 000004812 - Série 001',
      'Emissão 21/11/2026 09:41:35',
      '3526 1111 2223 3300',
      '1210 7316 0493',
      '3352600000012345',
      'Conceição Araújo de Magalhães',
      'CPF 529.982.247-25',
      'Rua João de Sá & Irmãos, 12-A - apto. 31',
      'Nº do cliente CLI-000482',
      'Telefone principal (11) 98765-4321 e mais 1 - Contrato CT-2026-00481',
      '11/2026',
      '21/10/2026 a 20/11/2026',
      '10/12/2026',
      'R$ 89,70',
      'Plano de dados 20 GB com roaming nacional',
      'Contribuições ao FUST (1%)',
      '84690000000-7 89700482000-6 00000002026-3 11000004812-1',
      'Página 1 de 1',
    ]) {
      expect(text).toContain(expectedText);
    }
  });

  it('shows IBS and CBS of each item and their totals, when there are any', async () => {
    const text = await readText(aReceipt());
    for (const expectedText of [
      'cClassTrib 000001 - BC 38,10 - IBS 0,04 - CBS 0,34',
      'BC DO IBS E DA CBS',
      '66,10',
      'TOTAL DO DOCUMENTO',
    ])
      expect(text).toContain(expectedText);
    const draft = await readText(
      aReceipt({ issue: null, authorisation: null, items: aReceipt().items.map(withoutIbsCbs) }),
    );
    expect(draft).not.toContain('IBS');
  });

  it('has all its items, over several pages, each with the key and its number', async () => {
    const text = await readText(aReceipt({ items: many }));
    const pages = text.split('\f').filter((page) => page.trim() !== '');
    expect(pages.length).toBeGreaterThan(2);
    expect(many.filter(({ description }) => !text.includes(description))).toEqual([]);
    expect(pages.map((page) => /Página \d+ de \d+/.exec(page)?.[0])).toEqual(
      pages.map((_, index) => `Página ${index + 1} de ${pages.length}`),
    );
    for (const page of pages.slice(1)) expect(page).toContain('3526 1111 2223 3300 0181 6200 1000 0048 1210 7316 0493');
  });

  it("shows the CNPJ on each page, with any length of the company's name", async () => {
    const { issuer } = aReceipt();
    const text = await readText(
      aReceipt({
        items: many,
        issuer: { ...issuer, tradeName: 'Linework Telecomunicações e Serviços Digitais do Brasil Ltda' },
      }),
    );
    const pages = text.split('\f').filter((page) => page.trim() !== '');
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.filter((page) => !page.includes('CNPJ 11.222.333/0001-81'))).toEqual([]);
  });

  it('cuts no amount that a receipt can have', async () => {
    const [price, rate] = ['888888888.77', '18'];
    const taxes = {
      icms: { kind: 'TAXED', ...calculateLevy(price, rate) },
      pis: { situation: '01', ...calculateLevy('777777777.66', '99') },
    } as const;
    const text = await readText(
      aReceipt({ items: [anItem({ quantity: '1', unitPrice: price, discount: '111111111.11', taxes })] }),
    );
    // Unit price, base in the row and in the totals; the total before and after the discount.
    for (const amount of [
      '888.888.888,77',
      '-111.111.111,11',
      '777.777.777,66',
      calculateLevy(price, rate).amount.replace('.', ',').slice(-6),
    ])
      expect(text).toContain(amount);
    expect(text).not.toContain('…');
  });

  it('cuts no address', async () => {
    const { customer, issuer } = aReceipt();
    const address = {
      ...issuer.address,
      street: 'Avenida Engenheiro Luís Carlos Berrini',
      number: '1.297',
      complement: 'Conjunto 142, Torre Norte, fundos',
    };
    const expectedText = 'Avenida Engenheiro Luís Carlos Berrini, 1.297 - Conjunto 142, Torre Norte, fundos';
    const text = await readText(aReceipt({ customer: { ...customer, address }, issuer: { ...issuer, address } }));
    expect(text.split(expectedText)).toHaveLength(3);
  });

  it('is the same to the byte for the same receipt at the same time', async () => {
    const [one, other] = await Promise.all([
      drawDanfeCom(aReceipt({ items: many }), at),
      drawDanfeCom(aReceipt({ items: many }), at),
    ]);
    expect(one.equals(other)).toBe(true);
  });

  it('embeds its fonts', async () => {
    const fonts = readPdfFonts(await drawDanfeCom(aReceipt(), at))
      .split('\n')
      .slice(2)
      .filter(Boolean);
    expect(fonts).toHaveLength(2);
    for (const font of fonts) expect(font).toMatch(/NotoSans.* yes yes yes /);
  });

  it.each([
    ['a draft', { issue: null, authorisation: null }, 'RASCUNHO - SEM VALOR FISCAL'],
    ['of a trial', { environment: 'TRIAL' }, 'SEM VALOR FISCAL - EMITIDA EM AMBIENTE DE HOMOLOGAÇÃO'],
    ['not authorised', { authorisation: null }, 'AINDA NÃO AUTORIZADA - SEM VALOR FISCAL'],
    ['cancelled', { cancellation }, 'CANCELADA em 22/11/2026 12:30:00, protocolo 3352600000012399'],
  ] as const)('states on each page that it is %s', async (_, changes, expectedText) => {
    const pages = (await readText(aReceipt({ items: many, ...changes })))
      .split('\f')
      .filter((page) => page.trim() !== '');
    expect(pages.filter((page) => !page.includes(expectedText))).toEqual([]);
  });

  it('has no such note on a regular receipt', async () => {
    expect(await readText(aReceipt())).not.toContain('SEM VALOR');
  });

  it.each([
    ['a draft', { issue: null, authorisation: null }],
    ['a cancelled receipt', { cancellation }],
    ['a prepaid invoice', { billing: null }],
  ] as const)('does not ask for payment of %s', async (_, changes) => {
    const text = await readText(aReceipt(changes));
    expect(text).not.toContain('PAGAMENTO');
    expect(text).not.toContain('TOTAL A PAGAR');
  });

  it('shows the date of payment of a paid invoice, and has no slip', async () => {
    const { billing } = aReceipt();
    const receipt = aReceipt({ billing: billing && { ...billing, paidOn: '2026-11-20' } });
    const text = await readText(receipt);
    expect(text).toContain('Paga em 20/11/2026. Não há valor a pagar.');
    expect(text).toContain('TOTAL PAGO');
    expect(text).not.toContain('TOTAL A PAGAR');
    expect(text).not.toContain('84690000000-7');
    expect(text).toContain('Página 1 de 1');
  });

  it('continues its notes on the next page', async () => {
    const notes = ['primeira', 'segunda', 'terceira', 'quarta', 'última'].map(
      (word) => `${'Informação de interesse do contribuinte. '.repeat(70)}Fim da ${word}.`,
    );
    const text = await readText(aReceipt({ notes, fiscalNote: `${'Regime especial. '.repeat(110)}Fim do fisco.` }));
    for (const end of [
      'Fim do fisco.',
      'Fim da primeira.',
      'Fim da segunda.',
      'Fim da terceira.',
      'Fim da quarta.',
      'Fim da última.',
    ])
      expect(text).toContain(end);
    expect(text.split('\f').filter((page) => page.trim() !== '')).toHaveLength(3);
  });

  it('exists for model 22 too, without an access key', async () => {
    const text = await readText(aReceipt({ documentModel: '22', authorisation: null }));
    expect(text).toContain('MODELO 22');
    expect(text).not.toContain('CHAVE DE ACESSO');
  });

  it('exists for a debit receipt too, and states that it is no tax receipt', async () => {
    const text = await readText(aReceipt({ documentModel: 'DEBIT_RECEIPT', authorisation: null }));
    expect(text.replace(/\s+/g, ' ')).toContain('ESTE DOCUMENTO NÃO É UMA NOTA FISCAL');
    expect(text).not.toContain('ICMS');
  });

  it('exists for a customer without an address', async () => {
    const { customer } = aReceipt();
    expect(await readText(aReceipt({ issue: null, customer: { ...customer, address: null } }))).toContain('Conceição');
  });

  it('contains every item and every note of any receipt', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryReceipt, async (receipt) => {
        const text = await readText(receipt);
        expect(text.match(/cClass \d{7}/g)).toHaveLength(receipt.items.length);
        expect(text).toContain('RESERVADO AO FISCO');
        expect(text).toContain('PAGAMENTO');
      }),
      { numRuns: runsOf(25) },
    );
  });
});

const readText = async (receipt: Receipt): Promise<string> => readPdfText(await drawDanfeCom(receipt, at));
