import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '@poklik/contract/errors';

/** Fixed texts for failures without a message. */
const UNKNOWN_SERVER_ERROR = 'Unknown Server Error';
export const UNKNOWN_ERROR = 'Unknown Error';

interface ApiErrorDetails {
  status?: number | undefined;
  code?: ErrorCode | undefined;
  fields?: ErrorBody['errors'];
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** A failed call with a message for the user. Without a status there was no response. */
export class ApiError extends Error {
  readonly status: number | undefined;
  readonly code: ErrorCode | undefined;
  readonly fields: NonNullable<ErrorBody['errors']>;
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, { status, code, fields = {}, retryAfterSeconds, cause }: ApiErrorDetails = {}) {
    super(message, { cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Parses an error response leniently: it may come from a proxy. */
export async function errorFromResponse(response: Response): Promise<ApiError> {
  const body: Partial<ErrorBody> = await response.json().then(asRecord, () => ({}));
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(typeof body.message === 'string' && body.message ? body.message : UNKNOWN_SERVER_ERROR, {
    status: response.status,
    code: body.code !== undefined && body.code in ERROR_STATUS ? body.code : undefined,
    fields: body.errors,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
