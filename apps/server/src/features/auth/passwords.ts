import { hash, type Options, verify } from '@node-rs/argon2';
import { PASSWORD_MIN } from '@poklik/contract/auth';
import { dictionary } from '@zxcvbn-ts/language-common';

export interface PasswordCost {
  memoryKib: number;
  passes: number;
}

export interface Passwords {
  hash(password: string): Promise<string>;
  /** False for an unknown user too, after the same amount of work. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
  /** The hash was made with other costs than today's. */
  isOutdated(passwordHash: string): boolean;
}

/** Each check takes tens of megabytes and a core, so a flood of guesses queues here instead of starving the program. */
const AT_ONCE = 2;

export function passwordHasher({ memoryKib, passes }: PasswordCost): Passwords {
  // Argon2id is what the library does unless told otherwise.
  const options: Options = { memoryCost: memoryKib, timeCost: passes, parallelism: 1 };
  const inTurn = queue(AT_ONCE);
  const nobody = hash('nobody has this password', options);
  return {
    hash: (password) => inTurn(() => hash(password, options)),
    verify: async (passwordHash, password) => {
      const known = await inTurn(async () => verify(passwordHash ?? (await nobody), password));
      return passwordHash !== undefined && known;
    },
    isOutdated: (passwordHash) => !passwordHash.includes(`$m=${memoryKib},t=${passes},p=1$`),
  };
}

/** Runs at most so many tasks at the same time, the rest in order of arrival. */
function queue(size: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= size) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

const COMMON = new Set((dictionary['passwords-common'] as string[]).filter((word) => word.length >= PASSWORD_MIN));

/** In the list that attackers try first, also doubled, or made of the product's own name. */
export function isCommonPassword(password: string, appName: string): boolean {
  const typed = password.toLowerCase();
  const half = typed.slice(0, typed.length / 2);
  const bare = typed.replace(/[\d\W_]+/g, '');
  return (
    COMMON.has(typed) ||
    new Set(typed).size <= 2 ||
    (half + half === typed && new Set(half).size <= 4) ||
    bare === appName.toLowerCase() ||
    bare === appName.toLowerCase().repeat(2)
  );
}
