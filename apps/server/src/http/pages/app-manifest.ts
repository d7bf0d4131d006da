import type { Brand } from '@poklik/domain/branding/brand';
import { brandImagePath } from '@poklik/domain/branding/brand-image-path';

const icon = (name: string, side: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}-${side}.png`,
  sizes: `${side}x${side}`,
  type: 'image/png',
  purpose,
});

const ICONS = [
  icon('icon', 192, 'any'),
  icon('icon', 512, 'any'),
  icon('maskable', 192, 'maskable'),
  icon('maskable', 512, 'maskable'),
];

/** What a phone needs to install the web app under the operator's name. */
export const appManifest = ({ appName, brand }: { appName: string; brand: Brand }) => ({
  id: '/',
  name: appName,
  short_name: appName,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f5f8f9',
  theme_color: '#ffffff',
  icons: brand.favicon === null ? ICONS : [{ src: brandImagePath(brand.favicon), type: 'image/png', purpose: 'any' }],
});
