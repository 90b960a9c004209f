import type { z } from 'zod';
import { ACCOUNT_MESSAGES } from '#domain/accounts.ts';
import type { Call } from '#domain/calls/define-call.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { loadCommonPasswords } from '#domain/passwords/common-list.ts';
import { isEasyPassword, type PasswordOwner } from '#domain/passwords/easy-password.ts';
import type { PasswordRule } from '#server/base/config.ts';

/** A call that gives an account its password, and says whose it is. */
type Giving = Call & { readonly body: z.ZodType<PasswordOwner & { password?: string | undefined }> };

export type PasswordPolicy = Awaited<ReturnType<typeof createPasswordPolicy>>;

/** What new passwords must be beyond the specification's rule: nothing, unless the rule is strict. */
export async function createPasswordPolicy(rule: PasswordRule = 'specification') {
  const common = rule === 'strict' ? await loadCommonPasswords() : null;
  const isRefused = (password: unknown, owner: PasswordOwner) =>
    common !== null && isEasyPassword(password, owner, common);

  return {
    refusesEasy: common !== null,

    /** What is wrong with a password of this person, under the name of its field. */
    problems: (path: string, password: unknown, owner: PasswordOwner): FieldProblem[] =>
      isRefused(password, owner) ? [{ msg: ACCOUNT_MESSAGES.easyPassword, path }] : [],

    /** The call, which then also refuses an easy `password`, together with whatever else is wrong with what is sent. */
    guarded<C extends Giving>(call: C): C {
      if (!common) return call;
      const body = call.body.refine((sent) => !isRefused(sent.password, sent), {
        path: ['password'],
        error: ACCOUNT_MESSAGES.easyPassword,
        // Also where other fields are wrong: all problems at once.
        when: () => true,
      });
      return { ...call, body };
    },
  };
}
