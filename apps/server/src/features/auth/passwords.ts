import { availableParallelism } from 'node:os';
import { hash, type Options, verify } from '@node-rs/argon2';
import { PASSWORD_MIN } from '@poklik/contract/auth';
import { AppError } from '@poklik/contract/errors';
import { dictionary } from '@zxcvbn-ts/language-common';

export interface PasswordCost {
  memoryKib: number;
  passes: number;
}

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** False for an unknown user too, after the same amount of work. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
  /** The hash was made with other costs than today's. */
  isOutdated(passwordHash: string): boolean;
}

/** The pool of threads is shared with files and DNS. */
const THREADS = 4;
/** Each check takes tens of megabytes and a core: a flood of guesses waits here and leaves a core to everything else. */
const CONCURRENCY = Math.max(1, Math.min(availableParallelism(), THREADS) - 1);
/** More than this would wait so long that the client gives up before its turn. */
const QUEUE_MAX = 100;
const RETRY = { retryAfterSeconds: 5, values: { count: 5 } };

export function createPasswordHasher({ memoryKib, passes }: PasswordCost): PasswordHasher {
  // Argon2id is what the library does unless told otherwise.
  const options: Options = { memoryCost: memoryKib, timeCost: passes, parallelism: 1 };
  const enqueue = createQueue(CONCURRENCY);
  const dummyHash = hash('nobody has this password', options);
  return {
    hash: (password) => enqueue(() => hash(password, options)),
    verify: async (passwordHash, password) => {
      const matches = await enqueue(async () => verify(passwordHash ?? (await dummyHash), password));
      return passwordHash !== undefined && matches;
    },
    isOutdated: (passwordHash) => !passwordHash.includes(`$m=${memoryKib},t=${passes},p=1$`),
  };
}

/** Runs at most so many tasks at the same time, the rest in order of arrival; refuses those that would wait too long. */
function createQueue(size: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (waiting.length >= QUEUE_MAX) throw new AppError('too_many_requests', RETRY);
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

const COMMON_PASSWORDS = new Set(
  (dictionary['passwords-common'] as string[]).filter((word) => word.length >= PASSWORD_MIN),
);

/** In the list that attackers try first, also doubled, or made of the product's own name. */
export function isCommonPassword(password: string, appName: string): boolean {
  const typed = password.toLowerCase();
  const half = typed.slice(0, typed.length / 2);
  const lettersOnly = typed.replace(/[\d\W_]+/g, '');
  return (
    COMMON_PASSWORDS.has(typed) ||
    new Set(typed).size <= 2 ||
    (half + half === typed && new Set(half).size <= 4) ||
    lettersOnly === appName.toLowerCase() ||
    lettersOnly === appName.toLowerCase().repeat(2)
  );
}
