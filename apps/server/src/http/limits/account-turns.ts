/** More than a screen reads at once. */
const CONCURRENT_READS = 8;

export interface AccountTurns {
  /** Resolves when the account has a free turn, which ends when the returned function is called. */
  take(accountId: number): Promise<() => void>;
}

/**
 * Limits how many reads of an account run at the same time; more wait. Otherwise many reports of one customer would fill
 * the connections and the queue of the databases, which all customers share.
 */
export function createAccountTurns(): AccountTurns {
  const accounts = new Map<number, { running: number; waiting: (() => void)[] }>();

  return {
    async take(accountId) {
      const account = accounts.get(accountId) ?? { running: 0, waiting: [] };
      accounts.set(accountId, account);
      if (account.running >= CONCURRENT_READS) await new Promise<void>((resolve) => account.waiting.push(resolve));
      else account.running += 1;
      return () => {
        const next = account.waiting.shift();
        // The turn passes directly to the next.
        if (next) return next();
        account.running -= 1;
        if (account.running === 0) accounts.delete(accountId);
      };
    },
  };
}
