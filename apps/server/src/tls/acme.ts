import { AuthorityKeyIdentifierExtension, X509Certificate } from '@peculiar/x509';
import { type Authorization, axios, Client, crypto, type Order } from 'acme-client';
import { parseRetryAfter } from './retry-after.ts';

/** The certificate authority doesn't answer or asks for patience. */
export class AcmeUnavailable extends Error {
  /** When it may be asked again; null if it didn't say. */
  readonly retryAt: number | null;
  constructor(message: string, retryAt: number | null) {
    super(message);
    this.retryAt = retryAt;
  }
}

export type ChallengeType = 'http-01' | 'tls-alpn-01' | 'dns-01';

/** What the authority will look for. */
export interface Challenge {
  host: string;
  token: string;
  keyAuthorization: string;
  /** For challenges in a TLS handshake. */
  certificate: { chain: string; key: string } | null;
}

export interface OrderRequest {
  host: string;
  challenge: ChallengeType;
  /** The certificate that is renewed. */
  replaces: string | null;
  /** Makes the answer to a challenge available; the returned function takes it away. */
  publish(challenge: Challenge): Promise<() => Promise<void>>;
}

export interface AcmeAuthority {
  /** Resolves to the chain and the new key in PEM. */
  orderCertificate(request: OrderRequest): Promise<{ chain: string; key: string }>;
  /** When the authority would like the certificate to be renewed; null if it doesn't say. */
  findRenewalWindow(chain: string): Promise<{ start: number; end: number } | null>;
}

interface AuthorityOptions {
  directory: string;
  email: string;
  accountKey: string;
  accountBinding: { kid: string; hmacKey: string } | undefined;
}

const REQUEST_TIMEOUT_MS = 30_000;
/** How often the authority is asked whether it has finished: about a minute in all. */
const POLLS = { backoffAttempts: 13, backoffMin: 250, backoffMax: 10_000 };

axios.defaults.timeout = REQUEST_TIMEOUT_MS;
// The library would wait as long as the authority asks, and hides why a connection failed.
axios.interceptors.response.clear();
axios.interceptors.response.use(undefined, (error: unknown) => {
  const { response, message } = error as { response?: HttpAnswer; message: string };
  if (!response) throw new AcmeUnavailable(message || 'no answer', null);
  if (response.status !== 429 && response.status < 500) return response;
  const retryAt = parseRetryAfter(response.headers['retry-after'], Date.now());
  throw new AcmeUnavailable(response.data?.detail ?? `status ${response.status}`, retryAt);
});

interface HttpAnswer {
  status: number;
  headers: Record<string, string | undefined>;
  data?: { detail?: string };
}

export const createAccountKey = async (): Promise<string> =>
  (await crypto.createPrivateEcdsaKey('P-256')).toString('utf8');

/** The account is created if the authority doesn't know the key. */
export async function connectAuthority(options: AuthorityOptions): Promise<AcmeAuthority> {
  const { directory, email, accountKey, accountBinding } = options;
  const client = new Client({
    directoryUrl: directory,
    accountKey,
    ...POLLS,
    ...(accountBinding ? { externalAccountBinding: accountBinding } : {}),
  });
  await client.createAccount({ termsOfServiceAgreed: true, contact: [`mailto:${email}`] });
  const renewalInfo = await findRenewalInfo(directory);
  return {
    async orderCertificate({ host, challenge, replaces, publish }) {
      const identifiers = [{ type: 'dns', value: host }];
      const replaced = renewalInfo && replaces ? { replaces: certificateId(replaces) } : {};
      const order = await client.createOrder({ identifiers, ...replaced });
      for (const authorization of await client.getAuthorizations(order))
        await authorize(client, authorization, challenge, publish);
      return finish(client, order, host);
    },
    async findRenewalWindow(chain) {
      if (renewalInfo === undefined) return null;
      const answer = await axios.get<RenewalAnswer>(`${renewalInfo}/${certificateId(chain)}`);
      const { start = '', end = '' } = answer.data.suggestedWindow ?? {};
      const window = { start: Date.parse(start), end: Date.parse(end) };
      return window.start <= window.end ? window : null;
    },
  };
}

interface RenewalAnswer {
  suggestedWindow?: { start?: string; end?: string };
}

/** Not all authorities say when to renew (RFC 9773). */
async function findRenewalInfo(directory: string): Promise<string | undefined> {
  const { data } = await axios.get<{ renewalInfo?: string }>(directory);
  return data.renewalInfo;
}

/** The name of a certificate in RFC 9773. */
function certificateId(chain: string): string {
  const { serialNumber, extensions } = new X509Certificate(chain);
  const issuer = extensions.find((extension) => extension instanceof AuthorityKeyIdentifierExtension);
  const keyId = issuer instanceof AuthorityKeyIdentifierExtension ? (issuer.keyId ?? '') : '';
  return [keyId, serialNumber].map((hex) => Buffer.from(hex, 'hex').toString('base64url')).join('.');
}

async function authorize(
  client: Client,
  authorization: Authorization,
  type: ChallengeType,
  publish: OrderRequest['publish'],
): Promise<void> {
  if (authorization.status === 'valid') return;
  const offered = authorization.challenges.find((challenge) => challenge.type === type);
  if (!offered) throw new Error(`the certificate authority doesn't offer the challenge ${type}`);
  const keyAuthorization = await client.getChallengeKeyAuthorization(offered);
  const withdraw = await publish({
    host: authorization.identifier.value,
    token: offered.token,
    keyAuthorization,
    certificate: type === 'tls-alpn-01' ? await createChallengeCertificate(authorization, keyAuthorization) : null,
  });
  try {
    await client.completeChallenge(offered);
    await client.waitForValidStatus(offered);
  } finally {
    await withdraw();
  }
}

async function createChallengeCertificate(authorization: Authorization, keyAuthorization: string) {
  const ownKey = await crypto.createPrivateEcdsaKey('P-256');
  const [key, chain] = await crypto.createAlpnCertificate(authorization, keyAuthorization, ownKey);
  return { chain: chain.toString('utf8'), key: key.toString('utf8') };
}

async function finish(client: Client, order: Order, host: string): Promise<{ chain: string; key: string }> {
  const ownKey = await crypto.createPrivateEcdsaKey('P-256');
  const [key, csr] = await crypto.createCsr({ altNames: [host] }, ownKey);
  const finalized = await client.finalizeOrder(order, csr);
  const chain = await client.getCertificate(finalized);
  return { chain, key: key.toString('utf8') };
}
