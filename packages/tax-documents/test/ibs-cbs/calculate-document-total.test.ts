import { anItem, aReceipt } from '@linework/testing/documents/a-receipt';
import { describe, expect, it } from 'vitest';
import { calculateDocumentTotal } from '../../src/ibs-cbs/calculate-document-total.ts';

describe('the total of a document', () => {
  it('is the sum of the items in 2026, with any IBS and CBS', () => {
    expect(calculateDocumentTotal(aReceipt({ items: [anItem()] }))).toBe('49.90');
  });

  it('is the sum of the items when the receipt is not issued', () => {
    expect(calculateDocumentTotal(aReceipt({ items: [anItem()], issue: null }))).toBe('49.90');
  });
});
