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
  /** Takes the same time for an unknown user, so that timing reveals no accounts. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
  /** True if the hash was created with a different cost. */
  isOutdated(passwordHash: string): boolean;
}

/** Size of Node's thread pool, which file access and DNS share. */
const THREADS = 4;
/** Each hash takes tens of megabytes and a core, so one core is left for other work. */
const CONCURRENCY = Math.max(1, Math.min(availableParallelism(), THREADS) - 1);
/** Beyond this, clients would time out before their turn. */
const QUEUE_MAX = 100;
const RETRY = { retryAfterSeconds: 5, values: { count: 5 } };

export function createPasswordHasher({ memoryKib, passes }: PasswordCost): PasswordHasher {
  // Argon2id is the library's default.
  const options: Options = { memoryCost: memoryKib, timeCost: passes, parallelism: 1 };
  const enqueue = createQueue(CONCURRENCY);
  const dummyHash = hash('password of no user', options);
  return {
    hash: (password) => enqueue(() => hash(password, options)),
    verify: async (passwordHash, password) => {
      const matches = await enqueue(async () => verify(passwordHash ?? (await dummyHash), password));
      return passwordHash !== undefined && matches;
    },
    isOutdated: (passwordHash) => !passwordHash.includes(`$m=${memoryKib},t=${passes},p=1$`),
  };
}

/** Limits concurrency; rejects tasks once the queue is full. */
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

/** True for listed common passwords, their doubles, and variants of the product name. */
export function isCommonPassword(password: string, appName: string): boolean {
  const typed = password.toLowerCase();
  const half = typed.slice(0, typed.length / 2);
  const alphaOnly = typed.replace(/[\d\W_]+/g, '');
  return (
    COMMON_PASSWORDS.has(typed) ||
    new Set(typed).size <= 2 ||
    (half + half === typed && new Set(half).size <= 4) ||
    alphaOnly === appName.toLowerCase() ||
    alphaOnly === appName.toLowerCase().repeat(2)
  );
}
