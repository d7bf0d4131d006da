import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@poklik/contract/errors';
import { GOOGLE_FILE, GOOGLE_FILE_START } from '@poklik/domain/connections/google-file';
import type { Services } from '../../services.ts';
import { findIdsOfClicks } from '../../stats/clicks/find-click-ids.ts';
import { clientOf } from '../../stores/shards/ask-shards.ts';
import {
  type ConnectionRow,
  type ConversionToSend,
  findConnectionOfFile,
  listConversionsForFile,
} from './connections.repo.ts';
import { prepareForClick } from './source-event.service.ts';

type Tools = Pick<Services, 'db' | 'secrets' | 'config' | 'clickhouse'>;

/** Google Ads fetches every day or every week. */
const CHANGED_DAYS = 30;
const DAY_MS = 86_400_000;
const BATCH = 500;

/** The file of the connection that the key names. */
export async function openConversionFile(tools: Tools, key: string): Promise<AsyncIterable<string>> {
  const [id = ''] = key.split('-', 1);
  const connection = await findConnectionOfFile(tools.db, Number(id));
  const own = connection?.credentials.file_key;
  if (!connection || own === undefined || !isSame(tools.secrets.open(own), key.slice(id.length + 1)))
    throw new AppError('not_found');
  return streamLines(tools, connection);
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string): boolean => timingSafeEqual(hash(one), hash(other));

/** A conversion that has changed since is in the file as it is now, or no longer. */
async function* streamLines(tools: Tools, connection: ConnectionRow): AsyncGenerator<string> {
  yield GOOGLE_FILE_START;
  if (!connection.isActive) return;
  const now = Date.now();
  const options = {
    changedSince: new Date(now - CHANGED_DAYS * DAY_MS),
    clickedSince: new Date(now - GOOGLE_FILE.maxAgeDays * DAY_MS),
    limit: BATCH,
  };
  let batch = await listConversionsForFile(tools.db, connection, options, null);
  while (batch.length > 0) {
    yield await linesOf(tools, connection, batch);
    const last = batch.at(-1);
    batch =
      last && batch.length === BATCH
        ? await listConversionsForFile(tools.db, connection, options, last.conversion)
        : [];
  }
}

async function linesOf(tools: Tools, connection: ConnectionRow, batch: readonly ConversionToSend[]): Promise<string> {
  const { accountId } = connection;
  const client = await clientOf(tools.clickhouse, accountId);
  const told = await findIdsOfClicks(
    client,
    accountId,
    batch.map(({ conversion }) => conversion),
  );
  return batch
    .map(({ conversion, isConsentRequired }) => {
      const said = told.get(conversion.clickId);
      if (!said) return '';
      const click = { ...said, userAgent: '', finalUrl: '', ip: '' };
      const prepared = prepareForClick(tools, connection, { conversion, isConsentRequired, click });
      return 'request' in prepared ? prepared.request.body : '';
    })
    .join('');
}
