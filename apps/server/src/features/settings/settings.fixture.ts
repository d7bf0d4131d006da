import { ROLES } from '@poklik/contract/roles';
import type { SettingChanges, SettingsState } from '@poklik/contract/settings';
import type { LightMyRequestResponse } from 'fastify';
import { createTestApp, PASSWORD, type Person, type TestApp } from '../../testing/test-app.ts';

export interface SettingsFixture {
  product: TestApp;
  operator: Person;
  read(): Promise<SettingsState>;
  change(values: Partial<SettingChanges>, more?: object): Promise<LightMyRequestResponse>;
  undo(key: string): Promise<LightMyRequestResponse>;
}

/** An operator who changes settings, with the password where nothing else is said. */
export async function createSettingsFixture(): Promise<SettingsFixture> {
  const product = await createTestApp();
  const operator = await product.person({ role: ROLES.SUPER_ADMIN });
  const { token } = operator;
  const read = async (): Promise<SettingsState> => (await product.call('GET', '/settings', { token })).json().data;
  return {
    product,
    operator,
    read,
    change: async (values, more = { password: PASSWORD }) => {
      const { version } = await read();
      return product.call('PUT', '/settings', { token, body: { version, values, ...more } });
    },
    undo: async (key) => {
      const { version } = await read();
      return product.call('POST', `/settings/${key}/undo`, { token, body: { version, password: PASSWORD } });
    },
  };
}
