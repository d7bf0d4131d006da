import type { ApiPlatform } from '@poklik/contract/connections';
import { TOKEN } from './platform-stand-in.fixture.ts';

/** What a link of the platform carries. */
export const LINK_QUERIES: Record<ApiPlatform, string> = {
  ...{ meta: 'FBCLID=IwAR-1', google: 'gclid=G1', tiktok: 'ttclid=T1', reddit: 'rdt_cid=R1' },
  ...{ snap: 'ScCid=S1', pinterest: 'epik=E1', microsoft: 'msclkid=M1' },
};
/** A connection as the stand-in accepts it. */
export const CONNECTION_BODIES: Record<ApiPlatform, object> = {
  meta: { platform: 'meta', account: '42', page_url: 'https://shop.test/thanks', credentials: { access_token: TOKEN } },
  google: {
    ...{ platform: 'google', account: '123-456-7890', client_id: 'client', manager_account: '1112223333' },
    events: [{ type: 'lead', event: '987' }],
    credentials: { developer_token: TOKEN, client_secret: 'hidden-secret', refresh_token: TOKEN },
  },
  tiktok: { platform: 'tiktok', account: 'C4A', credentials: { access_token: TOKEN } },
  reddit: { platform: 'reddit', account: 'a2_x', credentials: { access_token: TOKEN } },
  snap: {
    ...{ platform: 'snap', account: 'a1b2-c3', events: [{ type: 'lead', event: 'Sign up' }] },
    credentials: { access_token: TOKEN },
  },
  pinterest: { platform: 'pinterest', account: '549', credentials: { access_token: TOKEN } },
  microsoft: {
    ...{ platform: 'microsoft', account: '123', client_id: 'client', manager_account: '456' },
    credentials: { developer_token: TOKEN, client_secret: 'hidden-secret', refresh_token: TOKEN },
  },
};
