import type { BillingDetails, NewBillingDetails } from '@poklik/contract/billing-details';
import { invalidField } from '@poklik/contract/errors';
import type { BillTo } from '@poklik/contract/invoices';
import { COUNTRIES } from '@poklik/domain/countries/iso-codes';
import { findUnprintable } from '@poklik/domain/invoices/printable-characters';
import { isEuCountry, isVatIdOf } from '@poklik/domain/vat/treatment';
import { isValidVatId, tidyVatId } from '@poklik/domain/vat/vat-id';
import type { Caller } from '../../../http/caller.ts';
import { refuseUnprintable } from '../../../i18n/refuse-unprintable.ts';
import type { Database } from '../../../stores/postgres.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { getAccountOwner } from '../accounts.repo.ts';
import { findBillingDetails, upsertBillingDetails } from './invoices.repo.ts';

const NO_DETAILS: Omit<BillingDetails, 'name'> = {
  ...{ address: '', country: '', tax_id: '', street: '', city: '', postcode: '' },
  ...{ country_code: null, vat_id: '', is_business: false },
};

/** Falls back to the owner's profile until billing details are saved. */
export async function getBillingDetails(db: Database, accountId: number): Promise<BillingDetails> {
  const details = await findBillingDetails(db, accountId);
  if (details) return details;
  const { name, company } = await getAccountOwner(db, accountId);
  const canPrint = (each: string | null) => each !== null && each !== '' && findUnprintable(each) === null;
  return { ...NO_DETAILS, name: [company, name].find(canPrint) ?? '' };
}

export async function getBillTo(db: Database, accountId: number): Promise<BillTo> {
  const { email } = await getAccountOwner(db, accountId);
  return { ...(await getBillingDetails(db, accountId)), email };
}

export const updateBillingDetails = (db: Database, caller: Caller, changes: NewBillingDetails): Promise<void> =>
  db.transaction(async (tx) => {
    const before = await getBillingDetails(tx, caller.accountId);
    const details = mergeDetails(before, changes);
    checkDetails(details);
    checkCharacters(details, caller);
    await upsertBillingDetails(tx, caller.accountId, details);
    await recordAudit(tx, {
      actor: caller.userId,
      account: caller.accountId,
      action: 'billing_details.changed',
      entity: `account:${caller.accountId}`,
      before,
      after: details,
      ip: caller.ip,
    });
  });

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

function mergeDetails(before: BillingDetails, changes: NewBillingDetails): BillingDetails {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const details: BillingDetails = { ...before, ...given };
  const hasParts = [changes.street, changes.city, changes.postcode].some((part) => part !== undefined);
  // A client that knows only the printed address has the newer one.
  if (!hasParts && changes.address !== undefined) Object.assign(details, { street: '', city: '', postcode: '' });
  const { street, city, postcode, country_code: code } = details;
  const address = [street, [postcode, city].filter(Boolean).join(' ')].filter(Boolean).join('\n');
  return {
    ...details,
    address: address || details.address,
    country: code === null ? details.country : (countryNames.of(code) ?? code),
    vat_id: tidyVatId(details.vat_id),
  };
}

function checkDetails({ country_code: country, vat_id: vatId }: BillingDetails): void {
  if (country !== null && !COUNTRIES.includes(country)) throw invalidField('country_code', 'country_unknown');
  if (vatId === '') return;
  if (!isValidVatId(vatId)) throw invalidField('vat_id', 'vat_id');
  if (country !== null && isEuCountry(country) && !isVatIdOf(vatId, country))
    throw invalidField('vat_id', 'vat_id_country');
}

/** The parts of an address come before the address that is made of them. */
const PRINTED = ['name', 'street', 'city', 'postcode', 'address', 'country', 'tax_id'] as const;

function checkCharacters(details: BillingDetails, { language }: Pick<Caller, 'language'>): void {
  for (const field of PRINTED) {
    const refusal = refuseUnprintable(field, details[field], language);
    if (refusal) throw refusal;
  }
}
