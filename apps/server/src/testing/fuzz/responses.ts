import errors from '@poklik/locales/en/errors.json' with { type: 'json' };
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonSchema, OpenApiDocument, Operation } from '../../http/reference/openapi-document.ts';
import { UNKNOWN_PARAMETER } from './requests.ts';

export interface FuzzResponse {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Field errors that the schema can express; all others come from business rules. */
const SCHEMA_REASONS = [
  'required',
  'invalid',
  'whole_number',
  'email',
  'too_short',
  'too_long',
  'too_small',
  'too_big',
  'too_few',
] as const;
const SCHEMA_TEXTS = SCHEMA_REASONS.map(
  (key) => new RegExp(`^${errors.field[key].replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\{\w+\}\}/g, '.*')}$`),
);

/** Returns how a response differs from its documentation, or null. */
export function createResponseChecker(document: OpenApiDocument) {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    formats: {
      'date-time': (text: string) => DATE_TIME.test(text) && !Number.isNaN(Date.parse(text)),
      date: (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
    },
  });
  ajv.addSchema({ $id: 'document', components: document.components } as object);
  const compiled = new Map<JsonSchema, ValidateFunction>();
  const validatorOf = (schema: JsonSchema): ValidateFunction => {
    const known = compiled.get(schema);
    if (known) return known;
    const made = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
    compiled.set(schema, made);
    return made;
  };

  return (operation: Operation, answer: FuzzResponse): string | null => {
    if (answer.status >= 500) return 'the server failed';
    const declared = operation.responses[answer.status];
    if (!declared) return `the document does not know the status ${answer.status}`;
    for (const [name, header] of Object.entries(declared.headers ?? {})) {
      if ('required' in header && header.required && answer.headers[name.toLowerCase()] === undefined)
        return `the header ${name} is missing`;
    }
    const [type, media] = Object.entries(declared.content ?? {})[0] ?? [];
    if (!type || !media) return answer.body === '' ? null : 'there should be no body';
    if (!String(answer.headers['content-type']).startsWith(type)) return `the content type is not ${type}`;
    const validate = validatorOf(media.schema);
    return validate(parsedBody(type, answer.body)) ? null : `the body deviates: ${ajv.errorsText(validate.errors)}`;
  };
}

function parsedBody(type: string, body: string): unknown {
  if (['text/csv', 'application/xml', 'application/pdf', 'application/octet-stream'].includes(type)) return body;
  return JSON.parse(type === 'text/event-stream' ? (/^data: (.*)\n\n/.exec(body)?.[1] ?? 'null') : body);
}

/** The problem if the response does not report an ignored parameter, or null. */
export function silenceProblem(url: string, { headers, body }: FuzzResponse): string | null {
  if (!url.includes(UNKNOWN_PARAMETER)) return null;
  if (headers['x-ignored-parameters'] !== UNKNOWN_PARAMETER) return 'the header does not name the unknown parameter';
  // Files have a fixed format without such notes.
  const isJson = String(headers['content-type']).startsWith('application/json') && !headers['content-disposition'];
  const answer = isJson ? JSON.parse(body) : {};
  if (!('data' in answer) || answer.meta?.ignored_parameters?.includes(UNKNOWN_PARAMETER)) return null;
  return 'the meta of the answer does not name the unknown parameter';
}

/** Error codes that contradict a valid request. */
const NEVER_FOR_VALID = ['malformed_request', 'request_too_large', 'unsupported_media_type', 'method_not_allowed'];

/** Why this response to a valid request is wrong, or null. */
export function rejectionProblem({ status, body }: FuzzResponse, isSignedIn: boolean): string | null {
  if (status < 400) return null;
  const { code, errors: fields = {} } = JSON.parse(body) as { code: string; errors?: Record<string, string[]> };
  if (NEVER_FOR_VALID.includes(code)) return `a valid request is refused as ${code}`;
  if (isSignedIn && (code === 'unauthenticated' || code === 'forbidden')) return `who may is refused as ${code}`;
  if (code !== 'invalid_request') return null;
  const texts = Object.values(fields).flat();
  const said = texts.filter((text) => SCHEMA_TEXTS.some((pattern) => pattern.test(text)));
  if (said.length > 0) return `refused for what the schema does not say: ${JSON.stringify(fields)}`;
  return texts.length > 0 ? null : 'refused without a reason';
}
