import type { PaymentMethod } from '@poklik/contract/payment-methods';

/** Visa •••• 4242 */
export const cardName = ({ brand, last4 }: Pick<PaymentMethod, 'brand' | 'last4'>): string =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)} •••• ${last4}`;
