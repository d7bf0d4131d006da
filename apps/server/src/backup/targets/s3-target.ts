import type { S3Settings } from '../../backup-settings.ts';
import { type BackupTarget, FileMissing } from './backup-target.ts';
import { createS3Client, readElement, S3Error } from './s3-client.ts';

/** The smallest that S3 allows. A part that is cut off is sent again, not the whole file. */
const PART_BYTES = 5 * 1024 * 1024;
/** The largest that S3 allows. */
const PAGE_SIZE = 1_000;

/** A bucket, or a part of one. Objects appear complete or not at all. */
export function openS3Target(settings: S3Settings, pageSize = PAGE_SIZE): BackupTarget {
  const { send } = createS3Client(settings);
  const folder = settings.prefix === '' ? '' : `${settings.prefix}/`;

  async function upload(key: string, bytes: Buffer): Promise<void> {
    const started = await send({ method: 'POST', key, query: { uploads: '' } });
    const uploadId = readElement(started.body.toString('utf8'), 'UploadId') ?? '';
    try {
      const parts: string[] = [];
      for (let from = 0; from < bytes.length; from += PART_BYTES) {
        const number = parts.length + 1;
        const body = bytes.subarray(from, from + PART_BYTES);
        const query = { partNumber: String(number), uploadId };
        const { headers } = await send({ method: 'PUT', key, query, body });
        parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${headers.get('etag')}</ETag></Part>`);
      }
      const list = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
      await send({ method: 'POST', key, query: { uploadId }, body: Buffer.from(list) });
    } catch (error) {
      // Parts of an unfinished upload are invisible, but paid for.
      await send({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined);
      throw error;
    }
  }

  return {
    async write(path, bytes) {
      const key = folder + path;
      if (bytes.length > PART_BYTES) await upload(key, bytes);
      else await send({ method: 'PUT', key, body: bytes });
    },
    async read(path) {
      try {
        return (await send({ method: 'GET', key: folder + path })).body;
      } catch (error) {
        throw error instanceof S3Error && error.code === 'NoSuchKey' ? new FileMissing(path) : error;
      }
    },
    async list() {
      const keys: string[] = [];
      const query = { 'encoding-type': 'url', prefix: folder, 'max-keys': String(pageSize) };
      for (let isTruncated = true; isTruncated; ) {
        const { body } = await send({ method: 'GET', query: { ...query, marker: keys.at(-1) ?? '' } });
        const page = body.toString('utf8');
        for (const [, key = ''] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) keys.push(decodeURIComponent(key));
        isTruncated = readElement(page, 'IsTruncated') === 'true';
      }
      return keys.map((key) => key.slice(folder.length));
    },
    async remove(path) {
      await send({ method: 'DELETE', key: folder + path });
    },
  };
}
