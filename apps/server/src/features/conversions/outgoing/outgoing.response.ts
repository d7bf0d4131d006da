import type { OutgoingDelivery, OutgoingLogEntry } from '@poklik/contract/outgoing';
import { DELIVERY_REASONS } from '@poklik/contract/platforms';
import { toVisibleRequest } from '../../../outgoing/visible-request.ts';
import type { ListedDelivery, ListedPostback } from './outgoing-log.repo.ts';

export const toDelivery = ({ delivery: row, platform }: ListedPostback, canSeeMoney: boolean): OutgoingDelivery => ({
  id: row.id,
  name: row.name,
  ...toVisibleRequest({ ...row, body_type: row.bodyType }, canSeeMoney),
  connection: row.connectionId === null || platform === null ? null : { id: row.connectionId, platform },
  status: row.status,
  state: row.state,
  attempts: row.attempts,
  answer: row.answer,
  answer_body: canSeeMoney ? row.answerBody : null,
  error: row.error,
  reason: DELIVERY_REASONS.find((reason) => reason === row.reason) ?? null,
  created_at: row.createdAt.toISOString(),
  tried_at: row.triedAt?.toISOString() ?? null,
});

export const toLogEntry = (listed: ListedDelivery, canSeeMoney: boolean): OutgoingLogEntry => ({
  ...toDelivery(listed, canSeeMoney),
  campaign: listed.campaign,
  type: listed.type,
  conversion_id: listed.delivery.conversionId,
});
