import { type Connection, type ConnectionBody, type ConnectionForm, CREDENTIALS } from '@poklik/contract/connections';
import { PLATFORM_FIELDS } from '@poklik/domain/connections/platform-fields';

const NO_CREDENTIALS = { access_token: '', developer_token: '', client_secret: '', refresh_token: '' };

/** The form's values for a connection; for a new one, those of a lead at Meta. */
export const toForm = (connection: Connection | null): ConnectionForm => ({
  name: connection?.name ?? '',
  platform: connection?.platform ?? 'meta',
  account: connection?.account ?? '',
  manager_account: connection?.manager_account ?? '',
  client_id: connection?.client_id ?? '',
  test_code: connection?.test_code ?? '',
  page_url: connection?.page_url ?? '',
  is_test: connection?.is_test ?? false,
  events: connection?.events ?? [{ type: 'lead', event: 'Lead' }],
  statuses: connection?.statuses ?? ['approved'],
  is_active: connection?.is_active ?? true,
  credentials: NO_CREDENTIALS,
});

/** Fields that other platforms have are left out, and so are credentials that stay as they are. */
export function toBody({ credentials, ...form }: ConnectionForm): ConnectionBody {
  const fields = PLATFORM_FIELDS[form.platform];
  const own = (name: (typeof fields.settings)[number]) => (fields.settings.includes(name) && form[name]) || null;
  const written = CREDENTIALS.filter((name) => fields.credentials.includes(name) && credentials[name] !== '');
  return {
    ...form,
    manager_account: own('manager_account'),
    client_id: own('client_id'),
    test_code: own('test_code'),
    page_url: own('page_url'),
    is_test: fields.canTest === true && form.is_test,
    credentials: Object.fromEntries(written.map((name) => [name, credentials[name]])),
  };
}
