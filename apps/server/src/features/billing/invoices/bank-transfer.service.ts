import { paymentReference } from '@poklik/domain/bank/payment-reference';
import type { Config } from '../../../config.ts';

export interface BankTransfer {
  /** Of the operator's bank. */
  details: string;
  /** By which a transfer is recognized. */
  reference: string;
}

/** How an invoice is paid by bank transfer; null if the operator takes none. */
export const getBankTransfer = ({ vat }: Pick<Config, 'vat'>, invoiceNumber: string): BankTransfer | null =>
  vat.bankDetails === null
    ? null
    : { details: vat.bankDetails, reference: paymentReference(invoiceNumber) ?? invoiceNumber };
