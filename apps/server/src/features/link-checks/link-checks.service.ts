import { afterCheck, nextCheckAt } from '@poklik/domain/link-checks/link-check';
import type { Services } from '../../services.ts';
import type { LanderRow } from '../landers/landers.repo.ts';
import { notifyWithEmail } from '../notifications/notifications.service.ts';
import type { OfferRow } from '../offers/offers.repo.ts';
import { checkLink } from './check-link.service.ts';
import {
  type CheckedTarget,
  findOwner,
  notifyTrackers,
  saveLink,
  type TargetKind,
  toTarget,
} from './link-checks.repo.ts';

type Tools = Pick<Services, 'db' | 'config' | 'log'>;

/** A URL is not requested more often than that, however often users ask. */
const PAUSE_MS = 10_000;

export async function checkNow(tools: Tools, kind: TargetKind, row: OfferRow | LanderRow): Promise<void> {
  const target = toTarget(kind, row);
  const { link, url } = target;
  const isRecent = link?.url === url && Math.abs(Date.now() - Date.parse(link.checked_at)) < PAUSE_MS;
  if (!isRecent) await checkTarget(tools, target);
}

export async function checkTarget(tools: Tools, target: CheckedTarget): Promise<void> {
  const { link: before, url, interval } = target;
  const answer = await checkLink(tools.config, url);
  const now = new Date();
  const link = afterCheck(before, url, answer, now);
  await tools.db.transaction(async (tx) => {
    if (!(await saveLink(tx, target, link, nextCheckAt(link, interval, now)))) return;
    if (link.state === (before?.state ?? 'working')) return;
    if (target.isSkipped) await notifyTrackers(tx, target.id);
    if (link.state !== 'failing') return;
    const owner = await findOwner(tx, target.accountId);
    const { name } = target;
    if (owner) await notifyWithEmail(tx, owner, 'link_failing', { name, url }, 'campaign');
  });
}
