import type { z } from 'zod';
import { ACCOUNT_MESSAGES } from '#domain/accounts.ts';
import type { Call } from '#domain/calls/define-call.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { loadCommonPasswords } from '#domain/passwords/common-list.ts';
import { isEasyPassword, type PasswordOwner } from '#domain/passwords/easy-password.ts';
import type { PasswordRule } from '#server/base/config.ts';

type PasswordCall = Call & { readonly body: z.ZodType<PasswordOwner & { password?: string | undefined }> };

export type PasswordPolicy = Awaited<ReturnType<typeof createPasswordPolicy>>;

/** The rules for new passwords beyond the specification: none unless the rule is strict. */
export async function createPasswordPolicy(rule: PasswordRule = 'specification') {
  const common = rule === 'strict' ? await loadCommonPasswords() : null;
  const isRefused = (password: unknown, owner: PasswordOwner) =>
    common !== null && isEasyPassword(password, owner, common);

  return {
    refusesEasy: common !== null,

    problems: (path: string, password: unknown, owner: PasswordOwner): FieldProblem[] =>
      isRefused(password, owner) ? [{ msg: ACCOUNT_MESSAGES.easyPassword, path }] : [],

    guarded<C extends PasswordCall>(call: C): C {
      if (!common) return call;
      const body = call.body.refine((sent) => !isRefused(sent.password, sent), {
        path: ['password'],
        error: ACCOUNT_MESSAGES.easyPassword,
        // Runs even if other fields are wrong, so that all problems are reported at once.
        when: () => true,
      });
      return { ...call, body };
    },
  };
}
