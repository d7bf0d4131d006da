import { type AccentColors, accentColors } from '@poklik/domain/branding/accent-colors';
import type { Brand } from '@poklik/domain/branding/brand';
import { brandImagePath } from '@poklik/domain/branding/brand-image-path';

/** The icon in the built page. */
export const FAVICON = /<link rel="icon"[^>]*>/;

export const faviconLink = ({ favicon }: Brand): string | undefined =>
  favicon === null ? undefined : `<link rel="icon" href="${brandImagePath(favicon)}" type="image/png">`;

/** In the page itself, so that the first paint has the operator's colors. */
export function brandStyle({ accentColor }: Brand, nonce: string): string {
  if (accentColor === null) return '';
  const { light, dark } = accentColors(accentColor);
  // Twice the attribute outweighs the tokens of the stylesheets, whichever comes later.
  const rule = (theme: 'light' | 'dark', colors: AccentColors) =>
    `:root[data-theme][data-theme="${theme}"]{${Object.entries(colors)
      .map(([name, color]) => `--accent-${name}:${color}`)
      .join(';')};--bg-selected:${colors.subtle}}`;
  return `<style nonce="${nonce}">${rule('light', light)}${rule('dark', dark)}</style>`;
}
