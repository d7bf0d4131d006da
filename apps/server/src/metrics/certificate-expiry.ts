import { X509Certificate } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** In milliseconds; undefined without a readable certificate. The first certificate of a file is that of the host. */
export async function findEarliestExpiry(folder: string): Promise<number | undefined> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => /\.(crt|pem)$/.test(file));
  const expiries = await Promise.all(
    files.map(async (file) => {
      try {
        return [Date.parse(new X509Certificate(await readFile(join(folder, file))).validTo)];
      } catch {
        return []; // the tracker logs it
      }
    }),
  );
  const found = expiries.flat();
  return found.length === 0 ? undefined : Math.min(...found);
}
