import type { Permission } from '@poklik/contract/permissions';
import { ROLES } from '@poklik/contract/roles';
import { TOKEN_SCOPES } from '@poklik/contract/token-scopes';
import { rolesWith } from '@poklik/domain/auth/role-permissions';
import type { Translate } from '../../i18n/translate.ts';
import { type Html, html } from '../pages/html.ts';
import type { ApiResponse, JsonSchema, Method, Operation } from './openapi-document.ts';
import { codeBlock, limitsCell, listFields, renderCode, table, typeText } from './reference-parts.ts';

export interface OperationPlace {
  path: string;
  method: Method;
  operation: Operation;
}

interface ReferenceTexts {
  /** URL that every path is added to. */
  base: string;
  say: Translate;
  sayError: (code: string) => string;
}

export const operationAnchor = ({ operationId }: Operation): string => operationId;

export function operationArticle(place: OperationPlace, texts: ReferenceTexts): Html {
  const { path, method, operation } = place;
  const { say } = texts;
  return html`<article id="${operationAnchor(operation)}">
<h3><span class="method ${method}">${method.toUpperCase()}</span> <a class="path" href="#${operationAnchor(operation)}">${path}</a></h3>
<p>${say(`operations.${operation.operationId}`)}</p>
<p class="access"><span>${say('access.label')}:</span> ${renderCode(accessText(operation['x-access'], say))}</p>
${parameters(operation, say)}${body(operation, say)}
<h4>${say('request')}</h4>${codeBlock(say('request'), curlExample(place, texts.base))}
${success(operation, say)}
<h4>${say('failures')}</h4>${failures(operation, texts)}
</article>
`;
}

function accessText(access: string, say: Translate): string {
  if (access === 'public' || access === 'session') return say(`access.${access}`);
  const key = (TOKEN_SCOPES as readonly string[]).includes(access) ? 'token' : 'permission';
  const roles = Object.entries(ROLES)
    .filter(([, role]) => rolesWith(access as Permission).includes(role))
    .map(([name]) => `\`${name}\``);
  return say(`access.${key}`, { permission: access, roles: roles.join(', ') });
}

const yesOrNo = (required: boolean, say: Translate): string => say(`required.${required ? 'yes' : 'no'}`);

function parameters({ parameters: all = [] }: Operation, say: Translate): Html {
  if (all.length === 0) return html``;
  const head = ['name', 'place', 'type', 'required', 'limits'].map((column) => say(`column.${column}`));
  const rows = all.map(({ name, in: part, schema, required }) => [
    html`<code>${name}</code>`,
    say(`place.${part}`),
    html`<code>${typeText(schema)}</code>`,
    yesOrNo(required, say),
    limitsCell(schema, say),
  ]);
  return html`<h4>${say('parameters')}</h4>${table(say('parameters'), head, rows)}`;
}

function body({ requestBody }: Operation, say: Translate): Html {
  if (!requestBody) return html``;
  const head = ['name', 'type', 'required', 'limits'].map((column) => say(`column.${column}`));
  const rows = listFields(requestBody.content['application/json'].schema).map(({ name, schema, required }) => [
    html`<code>${name}</code>`,
    html`<code>${typeText(schema)}</code>`,
    yesOrNo(required, say),
    limitsCell(schema, say),
  ]);
  return html`<h4>${say('body')}</h4>${table(say('body'), head, rows)}`;
}

/** Shown in the example, because their names are hard to guess. */
const SHOWN_PARAMETERS = ['start_date', 'end_date'];

/** A command to paste into a terminal; the reader replaces the token and values in angle brackets. */
function curlExample({ path, method, operation }: OperationPlace, base: string): string {
  const filled = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'path')
    .reduce((address, { name, example }) => address.replace(`{${name}}`, String(example)), path);
  const query = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'query' && SHOWN_PARAMETERS.includes(parameter.name))
    .map(({ name, example }) => `${name}=${example}`)
    .join('&');
  const media = operation.requestBody?.content['application/json'];
  const flags = operation.responses[302]
    ? ' -i'
    : operation.responses[200]?.content?.['text/event-stream']
      ? ' -N'
      : '';
  return [
    `curl${flags}${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} '${base}${filled}${query && `?${query}`}'`,
    ...(operation.security.length > 0 ? [`-H 'Authorization: Bearer YOUR_TOKEN'`] : []),
    ...(media ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(media.example, null, 2)}'`] : []),
  ].join(' \\\n  ');
}

function success({ responses }: Operation, say: Translate): Html {
  const [status = '', response] = Object.entries(responses).find(([code]) => Number(code) < 400) ?? [];
  const title = html`<h4>${say('response', { status })}</h4>`;
  const [type, media] = Object.entries(response?.content ?? {})[0] ?? [];
  if (!media) return html`${title}<p>${renderCode(say('redirect'))}</p>`;
  const note = type === 'text/event-stream' ? html`<p>${say('events')}</p>` : html``;
  const example =
    type === 'text/event-stream' ? `data: ${JSON.stringify(media.example)}\n` : JSON.stringify(media.example, null, 2);
  return html`${title}${note}${responseFields(media.schema, say('response', { status }), say)}
<h4>${say('example')}</h4>${codeBlock(say('example'), example)}`;
}

const responseFields = (schema: JsonSchema, label: string, say: Translate): Html =>
  table(
    label,
    ['name', 'type', 'limits'].map((column) => say(`column.${column}`)),
    listFields(schema).map(({ name, schema: shape }) => [
      html`<code>${name}</code>`,
      html`<code>${typeText(shape)}</code>`,
      limitsCell(shape, say),
    ]),
  );

/** Error messages as the API returns them, in the language of the page. */
function failures({ responses }: Operation, { say, sayError }: ReferenceTexts): Html {
  const rows = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) =>
      listCodes(response).map((code) => [status, html`<code>${code}</code>`, sayError(code)]),
    );
  return table(
    say('failures'),
    ['status', 'code', 'text'].map((column) => say(`column.${column}`)),
    rows,
  );
}

const listCodes = (response: ApiResponse): string[] =>
  (response.content?.['application/json']?.schema.properties?.code?.enum ?? []).map(String);
