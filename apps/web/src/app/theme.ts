import { createTheme, defaultVariantColorsResolver } from '@mantine/core';

const HAIRLINE = '1px solid transparent';

/**
 * The kit's components in our tokens. Colours are variables of `styles/mantine.css`;
 * here stands only what the kit decides in code: what is written on a filled colour.
 */
export const theme = createTheme({
  fontFamily: 'var(--font-sans)',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'never',
  breakpoints: { md: '53.8125em' },
  variantColorResolver: (input) => {
    if (input.variant !== 'filled') return defaultVariantColorsResolver(input);
    return input.color === 'red'
      ? filled('var(--danger-solid)', 'var(--danger-solid)', 'var(--danger-on-solid)')
      : filled('var(--accent-solid)', 'var(--accent-solid-hover)', 'var(--accent-on-solid)');
  },
});

const filled = (background: string, hover: string, color: string) => ({ background, hover, color, border: HAIRLINE });
