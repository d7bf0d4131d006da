import type { Instruction, instructionsApi } from '@poklik/contract/instructions';
import type { Handlers } from '../../http/bind-routes.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { type InstructionRow, listInstructions } from './instructions.repo.ts';
import { addInstruction, deleteInstruction, editInstruction, reorderInstructions } from './instructions.service.ts';

export function instructionsRoutes({ db }: Services): Handlers<typeof instructionsApi> {
  return {
    list: async (caller) => {
      const isAuthor = caller.permissions.includes('instructions:write');
      return { data: (await listInstructions(db, { published: !isAuthor })).map(toInstruction) };
    },
    create: async (caller, { body }) => ({ data: toInstruction(await addInstruction(db, caller, body)) }),
    reorder: async (_caller, { body }) => ({ data: (await reorderInstructions(db, body.ids)).map(toInstruction) }),
    update: async (caller, { params, body }) => ({
      data: toInstruction(await editInstruction(db, caller, params.id, body)),
    }),
    remove: async (caller, { params }) => {
      await deleteInstruction(db, params.id);
      return { message: translator(caller.language)('done.instruction_deleted') };
    },
  };
}

const toInstruction = (row: InstructionRow): Instruction => ({
  id: row.id,
  slug: row.slug,
  category: row.category,
  position: row.position,
  title: row.title,
  body: row.body,
  has_check: row.hasCheck,
  is_published: row.isPublished,
  updated_at: row.updatedAt.toISOString(),
});
