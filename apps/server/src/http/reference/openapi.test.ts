import { api } from '@poklik/contract/api';
import type { Endpoint } from '@poklik/contract/endpoint';
import { ERROR_STATUS } from '@poklik/contract/errors';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { buildOpenApiDocument } from './openapi.ts';
import { listOperations } from './openapi-document.ts';

const CONFIG = { appName: 'Poklik', publicUrl: 'https://track.example' };
const document = buildOpenApiDocument(CONFIG);
const operations = listOperations(document);
const endpoints = Object.entries(api).flatMap(([feature, entries]) =>
  Object.entries(entries as Record<string, Endpoint>).map(
    ([name, endpoint]) => [`${feature}.${name}`, endpoint] as const,
  ),
);
const operationOf = (id: string) => {
  const found = operations.find(({ operation }) => operation.operationId === id);
  if (!found) throw new Error(`unknown operation ${id}`);
  return found;
};

describe('OpenAPI document', () => {
  it('has exactly one operation per endpoint', () => {
    expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(endpoints.map(([id]) => id).sort());
  });

  it('is deterministic', () => {
    expect(JSON.stringify(buildOpenApiDocument(CONFIG))).toBe(JSON.stringify(document));
  });

  it('resolves all references', () => {
    for (const [, path = ''] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = path.split('/').reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], document);
      expect(target, path).toBeTypeOf('object');
    }
  });

  it.each(endpoints)('describes path, access and responses of %s', (id, endpoint) => {
    const { path, method, operation } = operationOf(id);
    expect([method.toUpperCase(), path]).toEqual([endpoint.method, endpoint.path]);
    expect(operation['x-access']).toBe(endpoint.access);
    expect(operation.security).toEqual(endpoint.access === 'public' ? [] : [{ bearer: [] }]);
    expect(operation.parameters?.filter((each) => each.in === 'path').map(({ name }) => `{${name}}`) ?? []).toEqual(
      path.match(/\{\w+\}/g) ?? [],
    );
    const success = endpoint.kind === 'redirect' ? 302 : (endpoint.status ?? 200);
    expect(operation.responses[success]).toBeDefined();
    for (const code of endpoint.errors ?? []) {
      const schema = operation.responses[ERROR_STATUS[code]]?.content?.['application/json']?.schema;
      expect(schema?.properties?.code?.enum).toContain(code);
    }
  });

  it.each(endpoints)('lists for %s exactly the errors that can occur', (id, endpoint) => {
    const statuses = Object.keys(operationOf(id).operation.responses).map(Number);
    expect(statuses.includes(401)).toBe(endpoint.access !== 'public' || endpoint.path === '/login');
    expect(statuses.includes(422)).toBe(
      Boolean(endpoint.query || endpoint.body) || Boolean(endpoint.errors?.some((code) => ERROR_STATUS[code] === 422)),
    );
    expect(statuses.includes(415)).toBe(endpoint.method !== 'GET');
    expect(statuses).toEqual(expect.arrayContaining([429, 500, 503]));
    if (endpoint.params) expect(statuses).toContain(404);
  });

  it.each(endpoints.filter(([, { body }]) => body))('has a valid example body for %s', (id, endpoint) => {
    const example = operationOf(id).operation.requestBody?.content['application/json'].example;
    expect(endpoint.body?.safeParse(example)).toMatchObject({ success: true });
  });

  it('has example responses that match their schemas', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'document', components: document.components } as object);
    const shown = operations.flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap(({ content = {} }) =>
        Object.values(content).map((media) => JSON.stringify(media)),
      ),
    );
    // The same errors occur in many places.
    for (const media of new Set(shown)) {
      const { schema, example } = JSON.parse(media.replaceAll('"#/', '"document#/'));
      expect(ajv.validate(schema, example), `${ajv.errorsText()} ${media.slice(0, 300)}`).toBe(true);
    }
  });
});
