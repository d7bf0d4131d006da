import * as z from 'zod/mini';

export const ROLES = { USER: 1, ADMIN: 2, SUPER_ADMIN: 3 } as const;
export const Role = z.literal([ROLES.USER, ROLES.ADMIN, ROLES.SUPER_ADMIN]);
export type Role = z.infer<typeof Role>;
