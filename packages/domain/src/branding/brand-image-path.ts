/** Public path of a logo or favicon. The hash changes with the image, so browsers may keep it forever. */
export const brandImagePath = (hash: string): string => `/brand/${hash}.png`;
