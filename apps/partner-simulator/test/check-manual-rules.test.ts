import type { RejectedCall } from '@linework/simulator/rejected-call';
import { buildNfcomXml } from '@linework/tax-documents/build-nfcom-xml';
import { createSelfSignedCertificate } from '@linework/tax-documents/create-self-signed-certificate';
import type { Receipt } from '@linework/tax-documents/model/receipt';
import { findReceiptKey } from '@linework/tax-documents/model/receipt-key';
import { buildItems } from '@linework/tax-receipts/content/build-items';
import { takeRates } from '@linework/tax-receipts/content/take-rates';
import { aReceipt, withoutIbsCbs } from '@linework/testing/documents/a-receipt';
import { cbsOf2027, knownTaxRates, ratesAt } from '@linework/testing/documents/tax-rates';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkManualRules } from '../src/tax-authority/check-manual-rules.ts';
import { heldRules, otherRules } from '../src/tax-authority/manual-rules.ts';

const signer = createSelfSignedCertificate('Linework Testes', {
  from: new Date('2026-01-01T00:00:00Z'),
  until: new Date('2036-01-01T00:00:00Z'),
});
const telephony = { code: '0100101', isCommunication: true };
const valueAdded = { code: '1101101', isCommunication: false };
const aLine = { description: 'Plano', code: 'P', subscriptionProductId: 'a', classification: telephony };
const inSaoPaulo = { regime: 'NORMAL', supplierState: 'SP', serviceState: 'SP', rates: {} } as const;

/** Two services, one with a discount, and one that is no communication: as the product makes them from an invoice. */
const items = buildItems(
  [
    { ...aLine, cents: 3990n },
    { ...aLine, cents: -1995n },
    { ...aLine, cents: 1000n, subscriptionProductId: 'b' },
    { ...aLine, cents: 1490n, subscriptionProductId: 'c', classification: valueAdded },
  ],
  inSaoPaulo,
);
const receipt = aReceipt({ items });

function issued(one: Receipt, rows = knownTaxRates): { readonly key: string; readonly xml: string } {
  const { issue, authorisation, cancellation, ...content } = { ...one, items: one.items.map(withoutIbsCbs) };
  const complete = {
    ...takeRates(content, ratesAt(issue?.at ?? new Date(), content.issuer, rows)),
    issue,
    authorisation,
    cancellation,
  };
  return { key: findReceiptKey(complete) ?? '', xml: buildNfcomXml(complete, signer) };
}
const { key, xml } = issued(receipt);
const now = receipt.issue?.at.getTime() ?? 0;

/** The rule and the code of the rejection; undefined when it is accepted. */
function findRejection(
  document: string,
  options = { key, now },
): readonly [rule: string | undefined, code: string] | undefined {
  try {
    checkManualRules(document, options);
    return undefined;
  } catch (error) {
    const { code, message } = error as RejectedCall;
    return [/(G\d+[ab]?):/.exec(message)?.[1], code];
  }
}

const replace = (from: string | RegExp, to: string) => (document: string) => document.replace(from, to);
const addTo = (element: string, more: string) =>
  replace(new RegExp(`<${element}>([^<]*)</${element}>`), `<${element}>$1</${element}>${more}`);
/** The last total of this name, which is not that of an item. */
const replaceTotal = (element: string) => (document: string) => {
  const at = document.indexOf('<total>');
  return document.slice(0, at) + document.slice(at).replace(new RegExp(`<${element}>[^<]*<`), `<${element}>777.77<`);
};
const inGroup = (group: string, element: string) =>
  replace(new RegExp(`(<${group}>.*?<${element}>)[^<]*<`), '$1888.88<');

/** For each rule that is held a change of a receipt that breaks it, and what else must be told to see it. */
const breaks: Readonly<Record<string, (document: string) => string>> = {
  G03: replace('<UF>SP</UF>', '<UF>RJ</UF>'),
  G04: addTo('tpEmis', '<xJust>contingency</xJust>'),
  G07: replace('<nSiteAutoriz>0<', '<nSiteAutoriz>1<'),
  G09: replace(/<nNF>\d+</, '<nNF>1<'),
  G10: replace('<dhEmi>2026', '<dhEmi>2021'),
  G12: replace('<CNPJ>11222333000181<', '<CNPJ>11222333000182<'),
  G13: replace(/<IE>\d+</, '<IE>000<'),
  G20: replace('<cMun>3550308<', '<cMun>3304557<'),
  G22: replace('<CPF>52998224725</CPF>', '<CNPJ>11222333000182</CNPJ>'),
  G23: replace('<CPF>52998224725<', '<CPF>52998224726<'),
  G24: replace('<CPF>52998224725</CPF>', '<idOutros>AB123</idOutros><IE>110042490114</IE>'),
  G25: replace('<indIEDest>9<', '<indIEDest>1<'),
  G26: replace('<indIEDest>9<', '<indIEDest>2<'),
  G28: replace('<indIEDest>9</indIEDest>', '<indIEDest>2</indIEDest><IE>ISENTO</IE>'),
  G29: replace(/(<enderDest>.*?<cMun>)35/, '$133'),
  G34a: replace(/<nContrato>[^<]*<\/nContrato>/, ''),
  G35: addTo('dContratoIni', '<dContratoFim>2020-01-01</dContratoFim>'),
  G36: addTo('cUFAdic', '<NroTermAdic>11987654322</NroTermAdic><cUFAdic>35</cUFAdic>'),
  G36a: replace('<cUFPrinc>35<', '<cUFPrinc>33<'),
  G36b: replace('<cUFAdic>35<', '<cUFAdic>33<'),
  G78: replace(/<gFat>.*<\/gFat>/, ''),
  G84: replace('<CFOP>5307<', '<CFOP>5102<'),
  G86: replace('<vProd>19.95<', '<vProd>39.90<'),
  G99: inGroup('ICMS00', 'vICMS'),
  G100: (document) => inGroup('ICMS90', 'vICMS')(document.replaceAll('ICMS00>', 'ICMS90>')),
  G101: inGroup('PIS', 'vPIS'),
  G102: inGroup('COFINS', 'vCOFINS'),
  G103: inGroup('FUST', 'vFUST'),
  G104: inGroup('FUNTTEL', 'vFUNTTEL'),
  G105a: replace('<CFOP>5307</CFOP>', ''),
  G105b: replace('<cClass>1101101</cClass>', '<cClass>1101101</cClass><CFOP>5307</CFOP>'),
  G107: replaceTotal('vBC'),
  G109: replaceTotal('vICMS'),
  G112: replaceTotal('vICMSDeson'),
  G114: replaceTotal('vFCP'),
  G116: replaceTotal('vPIS'),
  G118: replaceTotal('vCOFINS'),
  G120: replaceTotal('vFUST'),
  G122: replaceTotal('vFUNTTEL'),
  G124: replaceTotal('vRetPIS'),
  G126: replaceTotal('vRetCofins'),
  G128: replaceTotal('vRetCSLL'),
  G130: replaceTotal('vIRRF'),
  G132: replaceTotal('vDesc'),
  G134: replaceTotal('vOutro'),
  G136: replaceTotal('vProd'),
  G137: replaceTotal('vNF'),
  G143: replace(/chNFCom=\d/, 'chNFCom=9'),
  G145: replace(/(<qrCodNFCom>[^<]*)</, '$1&amp;sign=abc<'),
};
/** These need another key or another time instead. */
const optionsOf: Readonly<Record<string, { readonly key?: string; readonly now?: number }>> = {
  G10: { key: `${key.slice(0, 2)}21${key.slice(4)}` },
  G12: { key: key.replace('11222333000181', '11222333000182') },
  G37: { now: now - 6 * 60_000 },
  G38: { now: now + 121 * 3_600_000 },
};

describe('the rules of the manual', () => {
  it('are kept by a receipt of 2 January 2027 with the rates of that day', () => {
    const { issue } = receipt;
    if (issue === null) throw new Error('the receipt is a draft');
    const at = new Date('2027-01-02T12:00:00Z');
    const own = issued({ ...receipt, issue: { ...issue, at } }, [...knownTaxRates, cbsOf2027]);
    expect(findRejection(own.xml, { key: own.key, now: at.getTime() })).toBeUndefined();
  });

  it('accept a receipt as the product issues it', () => {
    expect(findRejection(xml)).toBeUndefined();
  });

  it.each(heldRules.map(({ rule, code, says }) => [rule, code, says] as const))(
    '%s is held with the code %s: %s',
    (rule, code) => {
      const document = breaks[rule]?.(xml) ?? xml;
      const options = { key, now, ...optionsOf[rule] };
      expect(document !== xml || rule in optionsOf, 'the example changes something').toBe(true);
      expect(findRejection(document, options)).toEqual([rule, code]);
    },
  );

  it('stand in one place each', () => {
    const listed = otherRules.flatMap(({ rules }) => rules.split(', ')).flatMap(expandRange);
    const all = [...heldRules.map(({ rule }) => rule), ...listed];
    expect(all.length).toBe(new Set(all).size);
    const optional = ['G27', 'G32', 'G33', 'G34', 'G110', 'G138', 'G147', 'G148'];
    const numbers = Array.from({ length: 148 }, (_, at) => `G${String(at + 1).padStart(2, '0')}`).filter(
      (rule) => rule !== 'G85',
    );
    expect([...numbers, 'G34a', 'G36a', 'G36b', 'G105a', 'G105b'].filter((rule) => !all.includes(rule))).toEqual(
      optional,
    );
  });

  it('are kept by any invoice with credits', () => {
    const charge = fc.record({
      cents: fc.bigInt({ min: 1n, max: 9_999_999n }),
      permille: fc.bigInt({ min: 0n, max: 1000n }),
      isCommunication: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(charge, { minLength: 1, maxLength: 6 }), (charges) => {
        const lines = charges.flatMap(({ cents, permille, isCommunication }, at) => {
          const one = {
            ...aLine,
            subscriptionProductId: String(at),
            classification: isCommunication ? telephony : valueAdded,
            cents,
          };
          return [one, { ...one, cents: -((cents * permille) / 1000n) }];
        });
        expect(findRejection(issued({ ...receipt, items: buildItems(lines, inSaoPaulo) }).xml)).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });
});

/** G43 to G46: each of them. */
function expandRange(rules: string): readonly string[] {
  const [, from, to] = /^G(\d+) to G(\d+)$/.exec(rules) ?? [];
  if (from === undefined || to === undefined) return [rules];
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => `G${Number(from) + at}`);
}
