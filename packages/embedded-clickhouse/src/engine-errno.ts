/** WASI numbers of file errors; any other error is returned as EIO. */
const ERRNO = {
  EACCES: 2,
  EAGAIN: 6,
  EBADF: 8,
  EBUSY: 10,
  EDQUOT: 19,
  EEXIST: 20,
  EFBIG: 22,
  EINTR: 27,
  EINVAL: 28,
  EISDIR: 31,
  ELOOP: 32,
  EMFILE: 33,
  ENAMETOOLONG: 37,
  ENFILE: 41,
  ENODEV: 43,
  ENOENT: 44,
  ENOSPC: 51,
  ENOTDIR: 54,
  ENOTEMPTY: 55,
  ENOTTY: 59,
  EPERM: 63,
  EROFS: 69,
  EXDEV: 75,
} as const;
type Code = keyof typeof ERRNO;
const EIO = 29;

export const errnoOf = (error: unknown): number => ERRNO[(error as { code?: Code }).code as Code] ?? EIO;

/** An error like those of `node:fs`. */
export const failure = (code: Code): Error => Object.assign(new Error(code), { code });
