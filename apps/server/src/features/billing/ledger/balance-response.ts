import type { Balance as BalanceResponse } from '@poklik/contract/balance';
import type { Balance } from '@poklik/domain/ledger/balance';
import { fromMinor } from '@poklik/domain/money/amount';

export const toBalanceResponse = (balance: Balance): BalanceResponse => ({
  available: fromMinor(balance.available),
  reserved: fromMinor(balance.reserved),
  pending: fromMinor(balance.pending),
  withdrawable: fromMinor(balance.withdrawable),
});
