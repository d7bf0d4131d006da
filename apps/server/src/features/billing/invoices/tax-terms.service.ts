import type { BillTo, TaxTreatment } from '@poklik/contract/invoices';
import { convertMinor, rateAt } from '@poklik/domain/money/currency-rates';
import { rateOn } from '@poklik/domain/vat/rates';
import { rateCountry, taxTreatment, type VatSettings } from '@poklik/domain/vat/treatment';
import type { Config } from '../../../config.ts';
import type { Database } from '../../../stores/postgres.ts';
import { listRates } from '../../currency-rates/currency-rates.repo.ts';
import { listVatRates } from '../../vat/vat-rates.repo.ts';
import { getBillTo } from './billing-details.service.ts';
import type { InvoiceRow, NewInvoice } from './invoices.repo.ts';

/** Who pays, and what tax follows from it. Kept together from the order to the invoice. */
export interface TaxTerms {
  taxBasisPoints: number;
  taxTreatment: TaxTreatment | null;
  billTo: BillTo;
}

export async function getTaxTerms(
  db: Database,
  { invoices, vat }: Pick<Config, 'invoices' | 'vat'>,
  accountId: number,
  now: Date,
): Promise<TaxTerms> {
  const billTo = await getBillTo(db, accountId);
  if (!vat.isOn) return { taxBasisPoints: invoices.taxBasisPoints, taxTreatment: null, billTo };
  const { country_code: country = null, vat_id: vatId = '', is_business: isBusiness = false } = billTo;
  const buyer = { country, vatId, isBusiness };
  const treatment = taxTreatment(vat, buyer);
  const due = rateCountry(treatment, vat, buyer);
  const rate = due === null ? null : rateOn(await listVatRates(db), due, now.toISOString().slice(0, 10));
  // Settings are refused without the rates they need; a rate confirmed for later days only taxes nothing yet.
  return { taxBasisPoints: rate?.basisPoints ?? 0, taxTreatment: treatment, billTo };
}

/** The tax in the seller's currency, with the rate of now. */
export async function declareTax(
  db: Database,
  { isOn, currency }: VatSettings,
  invoice: NewInvoice,
  now: Date,
): Promise<Pick<InvoiceRow, 'declaredCurrency' | 'declaredTaxMinor'>> {
  if (!isOn || currency === null || currency === invoice.currency || invoice.taxMinor === 0n)
    return { declaredCurrency: null, declaredTaxMinor: null };
  // A rate that came with the program may be months old, which is not good enough for a tax return.
  const history = (await listRates(db)).filter(({ source }) => source !== 'shipped');
  const [from, to] = [invoice.currency, currency].map((code) => rateAt(history, code, now.getTime()));
  const declaredTaxMinor = from && to ? convertMinor(invoice.taxMinor, from, to) : null;
  return { declaredCurrency: currency, declaredTaxMinor };
}
