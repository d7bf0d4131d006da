import type { LinkProblem } from '@poklik/contract/link-checks';
import type { LinkAnswer } from '@poklik/domain/link-checks/link-check';
import { compileDestination } from '@poklik/domain/routing/destination-template';
import type { Config } from '../../config.ts';
import { BlockedAddress, guardedRequest, TooManyRedirects } from '../../outgoing/guarded-request.ts';

const REDIRECTS_MAX = 10;
const ERROR_STATUS = 400;

/** Requests a URL with empty macros: its head first, because networks count requests, and all of it if that fails. */
export async function checkLink({ outgoing }: Pick<Config, 'outgoing'>, url: string): Promise<LinkAnswer> {
  const address = compileDestination(url)(() => '');
  const ask = async (method: 'HEAD' | 'GET'): Promise<LinkAnswer> => {
    try {
      const { allowLoopback, dnsServers } = outgoing;
      const { status } = await guardedRequest(address, {
        ...{ method, allowLoopback, dnsServers, redirectsMax: REDIRECTS_MAX },
      });
      return { status };
    } catch (error) {
      return { problem: problemOf(error) };
    }
  };
  const head = await ask('HEAD');
  const isRefused = 'status' in head ? head.status >= ERROR_STATUS : head.problem === 'no_answer';
  return isRefused ? ask('GET') : head;
}

const PROBLEMS: Record<string, LinkProblem> = {
  ENOTFOUND: 'no_address',
  EAI_AGAIN: 'no_address',
  ENODATA: 'no_address',
  ESERVFAIL: 'no_address',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
  ABORT_ERR: 'timeout',
};
const CERTIFICATE = /^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

function problemOf(error: unknown): LinkProblem {
  if (error instanceof TooManyRedirects) return 'redirects';
  if (error instanceof BlockedAddress) return 'not_public';
  const { code = '', name, message } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || name === 'AbortError') return 'timeout';
  if (CERTIFICATE.test(code)) return 'certificate';
  return PROBLEMS[code] ?? (message.endsWith('has no address') ? 'no_address' : 'no_answer');
}
