import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Settings } from '../../backup-settings.ts';
import { sha256 } from '../manifest.ts';

export interface S3Request {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Below the bucket, not encoded. */
  key?: string;
  query?: Record<string, string>;
  body?: Buffer;
}

export interface S3Answer {
  headers: Headers;
  body: Buffer;
}

/** An answer that is an error. */
export class S3Error extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

type Credentials = Pick<S3Settings, 'accessKeyId' | 'secretAccessKey' | 'region'>;
type SignedRequest = Awaited<ReturnType<AwsV4Signer['sign']>>;

const TRIES = 5;
const RETRY_MIN_MS = 200;
const TIMEOUT_MS = 120_000;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;

/** Signature Version 4 over everything that is sent, the body included. */
export const signRequest = (
  { accessKeyId, secretAccessKey, region }: Credentials,
  request: { method: string; url: string; headers?: Record<string, string>; body?: Buffer },
  datetime?: string,
): Promise<SignedRequest> => {
  const { method, url, body = Buffer.alloc(0) } = request;
  return new AwsV4Signer({
    ...{ accessKeyId, secretAccessKey, region, method, url },
    service: 's3',
    headers: { ...request.headers, 'x-amz-content-sha256': sha256(body) },
    ...(body.length > 0 ? { body } : {}),
    ...(datetime === undefined ? {} : { datetime }),
  }).sign();
};

/** Sends signed requests. What fails on the way or at the server is sent again, as a whole. */
export function createS3Client(settings: S3Settings) {
  const { endpoint, bucket } = settings;

  async function sendOnce({ method, key = '', query = {}, body }: S3Request): Promise<S3Answer & { status: number }> {
    const path = key.split('/').map(encodeURIComponent).join('/');
    const url = `${endpoint}/${bucket}/${path}?${new URLSearchParams(query)}`;
    const signed = await signRequest(settings, { method, url, ...(body ? { body } : {}) });
    const { headers } = signed;
    const answer = await fetch(signed.url, {
      ...{ method, headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) },
      ...(body ? { body: new Uint8Array(body) } : {}),
    });
    return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
  }

  return {
    async send(request: S3Request): Promise<S3Answer> {
      for (let attempt = 1; ; attempt += 1) {
        const answer = await sendOnce(request).catch((error: unknown) => new Error(explainFailure(error)));
        const isFinal = attempt === TRIES;
        if (answer instanceof Error) {
          if (isFinal) throw new Error(`${endpoint} can't be reached: ${answer.message}. Check AWS_ENDPOINT_URL.`);
        } else if (isFinal || (answer.status < SERVER_ERROR && answer.status !== TOO_MANY_REQUESTS)) {
          return checkAnswer(settings, answer);
        }
        await sleep(RETRY_MIN_MS * 2 ** (attempt - 1));
      }
    },
  };
}

/** `fetch` hides the reason in the cause. */
function explainFailure(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  const reason = cause instanceof Error ? cause : (error as Error);
  return (reason as NodeJS.ErrnoException).code ?? reason.message;
}

function checkAnswer(settings: S3Settings, answer: S3Answer & { status: number }): S3Answer {
  const text = answer.status >= 300 || isErrorDocument(answer.body) ? answer.body.toString('utf8') : undefined;
  if (text === undefined) return answer;
  const code = readElement(text, 'Code') ?? `status ${answer.status}`;
  const region = answer.headers.get('x-amz-bucket-region') ?? readElement(text, 'Region');
  throw new S3Error(code, explainError(settings, { code, region, message: readElement(text, 'Message') ?? '' }));
}

/** The end of a multipart upload answers 200 before it knows whether it succeeds. */
const isErrorDocument = (body: Buffer): boolean => /^(<\?xml[^>]*>)?\s*<Error>/.test(body.subarray(0, 200).toString());

interface Failure {
  code: string;
  message: string;
  region: string | null | undefined;
}

function explainError({ bucket, endpoint, region: ours }: S3Settings, { code, message, region }: Failure): string {
  if (code === 'NoSuchBucket') return `There is no bucket ${bucket} at ${endpoint}. Create it, or correct BACKUP_TO.`;
  if (code === 'InvalidAccessKeyId' || code === 'SignatureDoesNotMatch')
    return `${endpoint} rejects the access key (${code}). Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`;
  if (code === 'AccessDenied')
    return `The access key may not use the bucket ${bucket}. It needs to list, read, write and delete objects.`;
  if (code === 'RequestTimeTooSkewed') return `${endpoint} says that the clock of this machine is wrong. Set it.`;
  if (region && region !== ours)
    return `The bucket ${bucket} is in ${region}, not in ${ours}. Set AWS_REGION=${region}.`;
  return `${endpoint} answered ${code}${message && `: ${message}`}`;
}

/** The text of an element that has no children. */
export const readElement = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
