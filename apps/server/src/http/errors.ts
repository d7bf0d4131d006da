import { AppError, ERROR_STATUS, type ErrorBody, type ErrorCode } from '@poklik/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { translator } from '../i18n/translate.ts';
import { negotiateLanguage } from './language.ts';

const RETRY_AFTER_SECONDS = 2;

/** Every error is sent as `{message, code, errors?}` in the reader's language; unexpected errors reveal nothing. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(sendError);
}

export function sendError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error, request);
  return reply.code(errorStatus(known, reply)).send(errorBody(known, request));
}

/** The status of an error, after the headers that belong to it. */
export function errorStatus({ code, details }: AppError, reply: FastifyReply): number {
  const wait = code === 'unavailable' ? RETRY_AFTER_SECONDS : details.retryAfterSeconds;
  if (wait !== undefined) reply.header('retry-after', wait);
  // The rest of a body that is too large is read and dropped: closing at once would lose the response.
  if (code === 'request_too_large') reply.removeHeader('connection');
  return ERROR_STATUS[code];
}

export function errorBody(error: AppError, request: FastifyRequest): ErrorBody {
  const say = translator(negotiateLanguage(request.headers['accept-language']));
  const body: ErrorBody = { message: say(`errors:${error.code}`, error.details.values), code: error.code };
  const { fields } = error.details;
  if (fields) {
    body.errors = Object.fromEntries(
      Object.entries(fields).map(([field, problems]) => [
        field,
        problems.map(({ key, values }) => say(`errors:field.${key}`, values)),
      ]),
    );
  }
  return body;
}

const CODE_BY_STATUS: Record<number, ErrorCode> = {
  404: 'not_found',
  413: 'request_too_large',
  // A path segment longer than any ID is not found.
  414: 'not_found',
  415: 'unsupported_media_type',
  503: 'unavailable',
};

/** Client errors are not logged as failures. */
export function toAppError(error: FastifyError | AppError, { log }: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  const known = classifyError(error);
  if (ERROR_STATUS[known.code] >= 500) log.error({ err: error }, 'request failed');
  return known;
}

function classifyError(error: FastifyError): AppError {
  if (isDatabaseUnavailable(error)) return new AppError('unavailable');
  const status = error.statusCode ?? 500;
  const code = CODE_BY_STATUS[status];
  if (code) return new AppError(code);
  return new AppError(status >= 400 && status < 500 ? 'malformed_request' : 'internal');
}

/**
 * PostgreSQL's classes 08 (connection), 53 (out of disk, memory or connections), 57P (shutting down, starting up) and
 * 58030 (I/O error), socket errors, lock timeouts and serialization failures. Nothing was changed.
 */
function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { code?: unknown }).code;
    if (
      typeof code === 'string' &&
      /^(08...|53...|57P0[1-5]|58030|55P03|57014|40001|40P01|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(code)
    )
      return true;
    if (
      /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable/.test(
        cause.message,
      )
    )
      return true;
  }
  return false;
}
