import * as z from 'zod/mini';

export const ROLES = { USER: 1, ADMIN: 2, SUPER_ADMIN: 3 } as const;
export const Role = z.literal([ROLES.USER, ROLES.ADMIN, ROLES.SUPER_ADMIN]);
export type Role = z.infer<typeof Role>;

/** Roles within an account. The user who signed up is the owner; everyone else was invited. */
export const TEAM_ROLES = ['OWNER', 'ADMIN', 'EDITOR', 'VIEWER', 'BILLING'] as const;
export const TeamRole = z.enum(TEAM_ROLES);
export type TeamRole = z.infer<typeof TeamRole>;
