import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostOf } from '../../host-name.ts';
import { negotiateLanguage } from '../../http/language.ts';
import type { TrackingZone } from '../../tracking-zone.ts';
import { messagePage } from '../pages/message-page.ts';
import { rootPage } from '../pages/root-page.ts';
import { CLOSE, type TrackerContext } from '../request-context.ts';
import type { TrackerResponses } from '../responses.ts';
import { findTrackerRoute, type TrackerRoute } from '../routes.ts';
import { createHostContext, withCookiePath } from './host-context.ts';
import type { HostIndex, StoredHost } from './host-index.ts';

/** Answered on every host, because monitoring uses addresses. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(['/v1/live', '/v1/ready', '/v1/health']);
const OWNERSHIP_PATH = '/.well-known/poklik/';
const ROBOTS = 'User-agent: *\nDisallow: /';
const ALIAS_PATH = /^\/([A-Za-z0-9_-]{1,64})(\+?)$/;
const SHORT_STEP_PATHS: ReadonlySet<string> = new Set(['/o', '/o+', '/v']);
const RETRY_SOON = ['Retry-After', '5'];

export interface HostSources {
  zone: TrackingZone;
  index: Pick<HostIndex, 'find' | 'isOwnershipValue'>;
  /** Whether unknown hosts are known not to exist. */
  isComplete(): boolean;
  /** Without headers that only the application's host may send. */
  answers: TrackerResponses;
}

type AnswerRoute = (
  context: TrackerContext,
  route: TrackerRoute,
  message: { req: IncomingMessage; res: ServerResponse; url: string },
) => void;

/** `app`: the request is not for a tracking domain; `health`: it is for monitoring. */
export type HostAnswer = 'app' | 'health' | 'answered';
export type AnswerHost = (req: IncomingMessage, res: ServerResponse, url: string) => HostAnswer;

/** Decides by the host of a request who answers it. Tracking domains never serve the application or the API. */
export function createHostGate(app: TrackerContext, hosts: HostSources, answerRoute: AnswerRoute): AnswerHost {
  const { index, answers } = hosts;
  const appHosts = new Set(hosts.zone.appHosts);
  const contexts = new WeakMap<StoredHost, TrackerContext>();
  const contextOf = (host: StoredHost): TrackerContext => {
    const known = contexts.get(host);
    if (known) return known;
    const context = createHostContext(app, host, answers);
    contexts.set(host, context);
    return context;
  };

  function answerUnknown(res: ServerResponse): void {
    if (hosts.isComplete()) answers.text(res, 421, 'This host is not served here.', CLOSE);
    else answers.text(res, 503, 'Not ready yet.', RETRY_SOON);
  }

  return (req, res, url) => {
    const name = hostOf(req);
    if (appHosts.has(name)) return 'app';
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    if (HEALTH_PATHS.has(path)) return 'health';
    const host = index.find(name);
    if (path.startsWith(OWNERSHIP_PATH) && index.isOwnershipValue(name, path.slice(OWNERSHIP_PATH.length)))
      answers.text(res, 200, path.slice(OWNERSHIP_PATH.length));
    else if (host === undefined) answerUnknown(res);
    else if (host.status === 'suspended') answers.text(res, 410, 'Gone.');
    else answerHost({ context: contextOf(host), host, answerRoute }, { req, res, url, path });
    return 'answered';
  };
}

interface Serving {
  context: TrackerContext;
  host: StoredHost;
  answerRoute: AnswerRoute;
}

interface HostRequest {
  req: IncomingMessage;
  res: ServerResponse;
  url: string;
  /** Without the query. */
  path: string;
}

function answerHost(serving: Serving, request: HostRequest) {
  const { context, host, answerRoute } = serving;
  const { req, res, url, path } = request;
  const route = findTrackerRoute(url);
  // Short links are older than the links of landers and the visits of pages.
  const isAlias = req.method !== 'POST' && SHORT_STEP_PATHS.has(path) && findAlias(context, host, path) !== undefined;
  if (route !== undefined && !isAlias) return answerRoute(context, route, { req, res, url });
  if (req.method !== 'GET' && req.method !== 'HEAD')
    return context.answers.text(res, 405, 'Method not allowed.', ['Allow', 'GET, HEAD']);
  if (path === '/robots.txt') return context.answers.text(res, 200, ROBOTS);
  if (path === '/') return answerRoot(serving, request);
  const link = findAlias(context, host, path);
  if (link === undefined) return answerNotFound(serving, request);
  const linkUrl = link.path + url.slice(path.length);
  const linkRoute = findTrackerRoute(linkUrl);
  if (linkRoute) answerRoute(withCookiePath(context, path), linkRoute, { req, res, url: linkUrl });
}

/** The path of the link that an alias stands for. */
function findAlias(context: TrackerContext, { aliases }: StoredHost, path: string): { path: string } | undefined {
  const [, alias = '', mark = ''] = ALIAS_PATH.exec(path) ?? [];
  if (alias === '') return undefined;
  const wanted = alias.toLowerCase();
  const id = aliases.find(([name]) => name === wanted)?.[1];
  const campaign = id === undefined ? undefined : context.clicks.campaigns.findById(id);
  return campaign && { path: `/c/${campaign.key}${mark}` };
}

function answerRoot(serving: Serving, request: HostRequest) {
  const { context, host } = serving;
  const { rootMode, rootUrl, rootText } = host;
  if (rootMode === 'redirect' && rootUrl !== null) context.answers.redirect(request.res, rootUrl, [], true);
  else if (rootMode === 'page') context.answers.page(request.res, 200, rootPage(frameOf(serving, request), rootText));
  else answerNotFound(serving, request);
}

function answerNotFound(serving: Serving, request: HostRequest) {
  const { context, host } = serving;
  if (host.notFoundUrl !== null && request.path !== '/')
    return context.answers.redirect(request.res, host.notFoundUrl, [], true);
  context.answers.page(request.res, 404, messagePage(frameOf(serving, request), 'missing'));
}

const frameOf = ({ host }: Serving, { req }: HostRequest) => ({
  appName: host.host,
  isUnbranded: true,
  language: negotiateLanguage(req.headers['accept-language'] ?? ''),
});
