import * as z from 'zod/mini';

const HOST_NAME = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*';
/** A name in DNS. */
export const hostName = (max: number) =>
  z.string().check(z.trim(), z.toLowerCase(), z.maxLength(max), z.regex(new RegExp(`^${HOST_NAME}$`), 'host_name'));

/** Without a path, because screens and links are added to it. */
export const Origin = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(253),
    z.regex(new RegExp(`^https?://${HOST_NAME}(?::\\d{1,5})?$`), 'origin'),
  );
