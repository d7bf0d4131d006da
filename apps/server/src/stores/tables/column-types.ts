import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

export const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
export const instant = () => timestamp({ withTimezone: true, mode: 'date' });
/** In the smallest unit of the currency. */
export const money = () => bigint({ mode: 'bigint' }).notNull();
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
