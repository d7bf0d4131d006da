import type { Campaign } from '@poklik/contract/campaigns';
import { clicksApi } from '@poklik/contract/clicks';
import { POSTBACK_RESULTS, type PostbackResult } from '@poklik/contract/conversion-values';
import { conversionsApi } from '@poklik/contract/conversions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { sendPostback } from '../../api/postback.ts';

const ASK_EVERY_MS = 1_500;
/** After this time the user sees hints; polling continues. */
const PATIENCE_MS = 20_000;
/** More clicks than there usually are between two polls. */
const CLICKS_CHECKED = '100';

const lastClicks = async (campaignId: number, signal: AbortSignal) =>
  (await call(clicksApi.list, { query: { company_id: String(campaignId), per_page: CLICKS_CHECKED } }, { signal }))
    .data;

/** Polls until there is a result. */
const pollUntilAnswered = {
  staleTime: ({ state }: { state: { data: unknown } }) => (state.data ? Number.POSITIVE_INFINITY : 0),
  refetchInterval: ({ state }: { state: { data: unknown } }) => (state.data ? (false as const) : ASK_EVERY_MS),
};

/** Whether waiting takes longer than expected. */
function useLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isWaiting]);
  return isLate;
}

/**
 * Waits for the user's own test click, which has this host as its referrer and was not there before. Its time says
 * nothing: the clock may have been set back since earlier clicks.
 */
export function useTestClick({ id }: Campaign) {
  const before = useQuery({
    queryKey: ['instructions', 'click-before', id],
    queryFn: async ({ signal }) => (await lastClicks(id, signal)).map(({ click_id }) => click_id),
    staleTime: 0,
    gcTime: 0,
  });
  const [known, setKnown] = useState<readonly string[] | null>(null);
  const own = useQuery({
    queryKey: ['instructions', 'test-click', id, known],
    queryFn: async ({ signal }) => {
      const clicks = await lastClicks(id, signal);
      const { hostname } = window.location;
      return clicks.find((each) => each.referrer_host === hostname && !known?.includes(each.click_id)) ?? null;
    },
    enabled: known !== null,
    ...pollUntilAnswered,
  });
  const click = own.data ?? null;
  const isWaiting = known !== null && click === null;
  return {
    click,
    isWaiting,
    isLate: useLate(isWaiting),
    error: own.error ?? before.error,
    /** True once earlier clicks are known. */
    isReady: before.data !== undefined,
    retry: () => void before.refetch(),
    begin: () => setKnown([...(known ?? before.data ?? []), ...(click ? [click.click_id] : [])]),
  };
}

/** Test result: a postback result, or none. */
const NO_RESULT = ['too_many', 'not_ready', 'failed'] as const;
type Outcome = PostbackResult | (typeof NO_RESULT)[number];

/** The tracker's response when it rejects the postback; null otherwise. */
function refusalOf({ status, word }: { status: number; word: string }): Outcome | null {
  if (status === 200) return null;
  if (status === 503) return 'not_ready';
  return [...POSTBACK_RESULTS, ...NO_RESULT].find((each) => each === word) ?? 'failed';
}

/** Sends a test postback and waits for its result. */
export function useTestPostback(campaign: Campaign, clickId: string) {
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: async () => {
      const txid = `test-${Date.now().toString(36)}`;
      return { txid, refusal: refusalOf(await sendPostback({ cid: clickId, txid, payout: '0' }, campaign)) };
    },
  });
  const sent = send.data;
  const processed = useQuery({
    queryKey: ['instructions', 'test-postback', sent?.txid],
    queryFn: async ({ signal }) => {
      const query = { company_id: String(campaign.id), search: sent?.txid ?? '' };
      const [postback] = (await call(conversionsApi.postbacks, { query }, { signal })).data;
      return postback && postback.verdict !== 'waiting' ? postback : null;
    },
    enabled: sent?.refusal === null,
    ...pollUntilAnswered,
  });
  const outcome: Outcome | null = send.isError ? 'failed' : (sent?.refusal ?? processed.data?.verdict ?? null);
  const isWaiting = send.isPending || (sent !== undefined && outcome === null);
  const conversionId = processed.data?.conversion_id ?? null;
  useEffect(() => {
    if (conversionId !== null) void client.invalidateQueries({ queryKey: ['onboarding'] });
  }, [client, conversionId]);
  return {
    outcome: isWaiting ? null : outcome,
    conversionId,
    isWaiting,
    isLate: useLate(isWaiting),
    error: processed.error,
    send: () => send.mutate(),
  };
}
