/** The pattern of `like` that finds the text anywhere, whatever characters it has. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
