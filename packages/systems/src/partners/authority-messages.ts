import type { MessagesByCode } from './create-partner-messages.ts';

/** The meaning of the tax authority's codes. Source: the manual of NFCom (MOC), rules of validation; 31x to 36x from technical note 2025.001. */
export const authorityMessages: MessagesByCode = {
  204: 'The receipt is already authorised.',
  215: 'The document does not match the schema.',
  217: 'The tax authority does not know the receipt.',
  218: 'The receipt is already cancelled.',
  222: 'The protocol of the cancellation is not that of the receipt.',
  236: 'The check digit of the access key is wrong.',
  290: 'The certificate of the signature is not valid.',
  297: 'The signature does not match the document.',
  298: 'The signature does not match the standard of the project.',
  502: 'The access key does not match the fields that it is built from.',
  539: 'A receipt with this number exists under another access key.',
};
