import type { DeliveryReason } from '@poklik/contract/outgoing';
import { type Consent, SOURCE_ID_DAYS } from '@poklik/domain/clicks/source-ids';
import { decideDelivery } from '@poklik/domain/connections/decide-delivery';
import { CONNECTORS, takesCorrections } from '@poklik/domain/connections/platforms';
import type { Correction, EventTarget, SourceEvent } from '@poklik/domain/connections/source-event';
import type { OutgoingRequest } from '@poklik/domain/conversions/outgoing-postback';
import { parseAddress, truncateAddress } from '@poklik/domain/ip/ip-address';
import { fromMicro } from '@poklik/domain/money/amount';
import type { Config } from '../../config.ts';
import { type ClickForPlatform, findClickForPlatform } from '../../stats/clicks/find-click-ids.ts';
import type { Clickhouse } from '../../stores/clickhouse.ts';
import type { Database } from '../../stores/postgres.ts';
import { clientOf } from '../../stores/shards/ask-shards.ts';
import { type ConnectionRow, type ConversionToSend, findLastSent, type SentConversion } from './connections.repo.ts';

const DAY_MS = 86_400_000;

export type PreparedEvent = { request: OutgoingRequest } | { skipped: DeliveryReason };

/** Why a connection takes no conversion of this type and status; null when it does. */
export function skipReason(
  { isActive, events, statuses }: Pick<ConnectionRow, 'isActive' | 'events' | 'statuses'>,
  { type, status }: Pick<SentConversion, 'type' | 'status'>,
): DeliveryReason | null {
  if (!isActive) return 'inactive';
  return statuses.includes(status) && events.some((event) => event.type === type) ? null : 'not_mapped';
}

type Correctable = Omit<Correction, 'now'>;

interface ConversionOfClick extends ConversionToSend {
  click: ClickForPlatform;
  correction?: Correctable | undefined;
}

interface Tools {
  config: Pick<Config, 'platforms' | 'retention'>;
  clickhouse: Clickhouse;
  db: Database;
}

/** The request for a conversion, with secrets as macros. Consent is that of now. */
export async function prepareEvent(
  { config, clickhouse, db }: Tools,
  connection: ConnectionRow,
  { conversion, isConsentRequired }: ConversionToSend,
): Promise<PreparedEvent> {
  const skipped = skipReason(connection, conversion);
  const correction = await findCorrection({ config, db }, connection, { conversion, isWanted: skipped === null });
  if (skipped && (skipped === 'inactive' || correction === undefined)) return { skipped };
  const click = await findClickForPlatform(await clientOf(clickhouse, conversion.accountId), conversion);
  if (!click) return { skipped: 'unknown_click' };
  return prepareForClick({ config }, connection, { conversion, isConsentRequired, click, correction });
}

/** What the platform was told about the conversion, if it can be told that it has changed. */
async function findCorrection(
  { config, db }: Pick<Tools, 'config' | 'db'>,
  connection: ConnectionRow,
  { conversion, isWanted }: { conversion: SentConversion; isWanted: boolean },
): Promise<Correctable | undefined> {
  const { platform, events } = connection;
  const isMapped = events.some(({ type }) => type === conversion.type);
  if (!isMapped || platform === 'google_file' || !takesCorrections(platform)) return undefined;
  const earlier = await findLastSent(db, { ...conversion, connectionId: connection.id }, config.platforms[platform]);
  if (earlier) return { earlier, isWanted };
  // The log has forgotten it. To revoke what was never told does no harm there.
  const { outgoing } = config.retention;
  const isForgotten = outgoing > 0 && Date.now() - conversion.receivedAt.getTime() > outgoing * DAY_MS;
  return isForgotten && !isWanted ? { earlier: null, isWanted } : undefined;
}

export const prepareForClick = (
  { config }: { config: Pick<Config, 'platforms'> },
  connection: ConnectionRow,
  { conversion, isConsentRequired, click, correction }: ConversionOfClick,
): PreparedEvent =>
  decideDelivery(
    CONNECTORS[connection.platform],
    targetOf(config.platforms, connection),
    toEvent(connection, conversion, click),
    { now: Date.now(), consent: click.consent, isConsentRequired, correction },
  );

const SAMPLE_AGE_MS = 60_000;
const SAMPLE_IDS = new Map([
  ...(['fbclid', 'gclid', 'ttclid', 'rdt_cid', 'ScCid', 'epik', 'msclkid'] as const).map(
    (name) => [name, `sample-${name}`] as const,
  ),
]);

/** The request with sample values. */
export function prepareSample(config: Pick<Config, 'platforms'>, connection: ConnectionRow): PreparedEvent {
  const now = Date.now();
  const event: SourceEvent = {
    ...{ name: connection.events[0]?.event ?? '', id: '01hzy8k2m9', value: '12.5', currency: 'USD' },
    at: now - SAMPLE_AGE_MS,
    click: { at: now - 2 * SAMPLE_AGE_MS, userAgent: 'Mozilla/5.0', url: 'https://shop.example/', ip: '203.0.113.7' },
    ...{ ids: SAMPLE_IDS, contacts: {} },
  };
  return decideDelivery(CONNECTORS[connection.platform], targetOf(config.platforms, connection), event, {
    ...{ now, consent: 'granted' as Consent, isConsentRequired: false },
  });
}

const targetOf = (platforms: Config['platforms'], { platform, settings }: ConnectionRow): EventTarget => ({
  base: platform === 'google_file' ? '' : platforms[platform],
  account: settings.account,
  managerAccount: settings.manager_account,
  testCode: settings.test_code,
  pageUrl: settings.page_url,
  isTest: settings.is_test ?? false,
});

function toEvent(connection: ConnectionRow, conversion: SentConversion, click: ClickForPlatform): SourceEvent {
  const { identity, clickAt } = conversion;
  // Identifiers are erased at night; until then they are not used either.
  const isErased = Date.now() - clickAt.getTime() > SOURCE_ID_DAYS * DAY_MS;
  return {
    name: connection.events.find(({ type }) => type === conversion.type)?.event ?? '',
    id: identity.event_id ?? conversion.id,
    at: conversion.receivedAt.getTime(),
    value: fromMicro(conversion.payoutMicro),
    currency: conversion.currency,
    click: {
      ...{ at: clickAt.getTime(), userAgent: click.userAgent, url: withoutQuery(click.finalUrl) },
      ip: isErased ? '' : wholeAddress(click.ip),
    },
    ids: isErased ? new Map() : click.ids,
    contacts: identity,
  };
}

/** The query of a destination may carry anything. */
const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';

/** A network is nobody's address. A whole one that looks like a network is left out too. */
function wholeAddress(text: string): string {
  const address = parseAddress(text);
  return address === null || truncateAddress(address) === address.text ? '' : address.text;
}
