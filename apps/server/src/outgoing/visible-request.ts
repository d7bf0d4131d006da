import { type OutgoingRequest, sentHeaders } from '@poklik/domain/conversions/outgoing-postback';
import { maskSecrets } from '@poklik/domain/conversions/secret-parameters';
import { hostOnly } from '../http/redact-money.ts';

const SECRET_HEADERS = /^(authorization|.*(key|token|secret|password).*)$/i;
const MASK = '***';

/** Keys that are written into the template itself; those of the account's secrets are macros here. */
const maskUrl = (url: string): string => {
  const at = url.indexOf('?');
  return at < 0 ? url : url.slice(0, at + 1) + maskSecrets(url.slice(at + 1));
};

const maskHeader = (name: string, value: string): string =>
  SECRET_HEADERS.test(name) && !value.includes('{secret.') ? MASK : value;

/** Templates may contain money everywhere but in the host. An event to an ad platform has no URL until it is made. */
export const toVisibleRequest = (request: OutgoingRequest, canSeeMoney: boolean) => ({
  method: request.method,
  url: canSeeMoney || request.url === '' ? maskUrl(request.url) : hostOnly(request.url),
  headers: canSeeMoney
    ? sentHeaders(request).map(({ name, value }) => ({ name, value: maskHeader(name, value) }))
    : null,
  body_type: request.body_type,
  body: canSeeMoney ? (request.body_type === 'form' ? maskSecrets(request.body) : request.body) : null,
});
