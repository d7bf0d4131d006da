import type { Translate } from '../../i18n/translate.ts';
import { type Html, html } from '../pages/html.ts';
import type { JsonSchema } from './openapi-document.ts';

/** Renders text between backticks as code. */
export const renderCode = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;

/** A table that scrolls on narrow screens and can be focused with the keyboard. */
export const table = (
  label: string,
  head: readonly string[],
  rows: readonly (readonly (string | number | Html)[])[],
): Html =>
  html`<div class="table" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>
`;

export const codeBlock = (label: string, code: string): Html =>
  html`<pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre>
`;

interface Field {
  name: string;
  schema: JsonSchema;
  required: boolean;
}

/** Fields of a schema, named by path: `titles[].locale`. What repeats within itself is described once. */
export function listFields(schema: JsonSchema, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, shape]) => {
    const name = prefix + key;
    return [
      { name, schema: shape, required: schema.required?.includes(key) ?? false },
      ...(prefix.includes(`${key}[].`) ? [] : [shape, ...(shape.anyOf ?? [])]).flatMap((variant) => [
        ...listFields(variant, `${name}.`),
        ...(variant.items ? listFields(variant.items, `${name}[].`) : []),
      ]),
    ];
  });
}

export function typeText(schema: JsonSchema): string {
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' | ');
  if (schema.items) return `${typeText(schema.items)}[]`;
  const names = [schema.type ?? typeof schema.const].flat().join(' | ');
  return schema.format ? `${names} (${schema.format})` : names;
}

/** Constraints of a value beyond its type, as text. */
export function limitsText(schema: JsonSchema, say: Translate): Html[] {
  if (schema.anyOf) return schema.anyOf.flatMap((variant) => limitsText(variant, say));
  if (schema.items) return [...itemLimits(schema, say), ...limitsText(schema.items, say)];
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values) return [html`${say('limit.one_of')} ${joinList(values)}`];
  const shortest = schema.minLength || undefined;
  const lowest = schema.minimum ?? (schema.exclusiveMinimum === undefined ? undefined : schema.exclusiveMinimum + 1);
  return [
    ...between('length', shortest, schema.maxLength, say),
    ...between('range', lowest, schema.maximum, say),
    ...(schema.pattern === undefined ? [] : [html`${say('limit.pattern')} <code>${schema.pattern}</code>`]),
  ];
}

const joinList = (values: readonly unknown[]): Html[] =>
  values.map((value, index) => html`${index === 0 ? '' : ', '}<code>${String(value)}</code>`);

const itemLimits = ({ minItems, maxItems }: JsonSchema, say: Translate): Html[] =>
  minItems === undefined || maxItems === undefined
    ? []
    : [html`${say('limit.items', { min: minItems, max: maxItems })}`];

function between(what: string, min: number | undefined, max: number | undefined, say: Translate): Html[] {
  if (min !== undefined && max !== undefined) return [html`${say(`limit.${what}`, { min, max })}`];
  if (min !== undefined) return [html`${say(`limit.${what}_from`, { min })}`];
  return max === undefined ? [] : [html`${say(`limit.${what}_to`, { max })}`];
}

export const limitsCell = (schema: JsonSchema, say: Translate): Html =>
  html`${limitsText(schema, say).flatMap((limit, index) => (index === 0 ? [limit] : [html`<br>`, limit]))}`;
