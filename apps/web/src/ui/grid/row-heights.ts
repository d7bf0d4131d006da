/** By density, in pixels, as `--row-…` of the tokens. */
export const ROW_HEIGHTS = { compact: 32, default: 40, roomy: 48 } as const;
