import { TAGS_MAX } from '@poklik/contract/campaigns';

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Each tag once, as it was first written. */
export const distinctTags = (tags: readonly string[]): string[] =>
  tags.filter((tag, place) => tags.findIndex((other) => isSame(tag, other)) === place);

/** The same list when the tag is there already or there is no room for it. */
export const withTag = (tags: readonly string[], tag: string): string[] =>
  tags.length >= TAGS_MAX || tags.some((other) => isSame(tag, other)) ? [...tags] : [...tags, tag];

export const withoutTag = (tags: readonly string[], tag: string): string[] =>
  tags.filter((other) => !isSame(tag, other));
