import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerMissing, pageFrameOf } from './click-requests.ts';
import { landerPage } from './pages/lander-page.ts';
import type { TrackerContext } from './request-context.ts';
import { readHeaders } from './request-headers.ts';
import { readStepParameters } from './second-clicks/find-pass.ts';

/** The public page of a lander's links: `/o+?l=KEY`. */
export function answerLanderPage(context: TrackerContext, req: IncomingMessage, res: ServerResponse, url: string) {
  const { clicks, stored, answers } = context;
  const mark = url.indexOf('?');
  const query = mark < 0 ? '' : url.slice(mark + 1);
  const link = { key: '', query, headers: readHeaders(req) };
  const lander = clicks.landers.findByKey(readStepParameters(query).landerKey);
  if (!lander) return answerMissing(context, res, link);
  const ids = new Set(stored.listByLander(lander.id));
  if (lander.directCampaignId !== null) ids.add(lander.directCampaignId);
  const campaigns = [...ids].flatMap((id) => stored.findSettings(id) ?? []).filter(({ status }) => status !== 'draft');
  if (campaigns.length === 0) return answerMissing(context, res, link);
  const { find: findOffer } = clicks.offers;
  const { find: findLander } = clicks.landers;
  answers.page(res, 200, landerPage(pageFrameOf(context, link), { lander, campaigns, findOffer, findLander }));
}
