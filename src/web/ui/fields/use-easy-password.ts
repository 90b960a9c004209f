import { type RefObject, useEffect, useRef, useState } from 'react';
import { loadCommonPasswords } from '#domain/passwords/common-list.ts';
import { isEasyPassword, meetsPasswordRule, type PasswordOwner } from '#domain/passwords/easy-password.ts';

/**
 * Typing has come to rest: judged at every letter, a warning would only flicker. Nor is it judged when the field is left:
 * whoever presses the button below would see it move away under the finger.
 */
const PAUSE_MS = 600;
const NONE: ReadonlySet<string> = new Set();

async function judged(password: string, owner: PasswordOwner): Promise<boolean> {
  if (!meetsPasswordRule(password)) return false;
  if (isEasyPassword(password, owner, NONE)) return true;
  // Without the list (no signal) nothing is said of what only the list knows; the next pause asks again.
  return isEasyPassword(password, owner, await loadCommonPasswords().catch(() => NONE));
}

/**
 * Watches a new password, and the form around it that says whose it is: each time what is typed there comes to rest.
 * @param owner whose it is where the form does not ask it
 */
export function useEasyPassword(owner: PasswordOwner = {}): {
  input: RefObject<HTMLInputElement | null>;
  easy: boolean;
} {
  const [easy, setEasy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const known = useRef(owner);
  known.current = owner;

  useEffect(() => {
    const form = input.current?.form;
    if (!form) return;
    let judgements = 0;
    let pause: ReturnType<typeof setTimeout> | undefined;
    const judge = async () => {
      judgements += 1;
      const own = judgements;
      const told: PasswordOwner = { ...Object.fromEntries(new FormData(form)), ...known.current };
      const verdict = await judged(input.current?.value ?? '', told);
      if (own === judgements) setEasy(verdict);
    };
    const judgeAfter = (ms: number) => () => {
      clearTimeout(pause);
      pause = setTimeout(() => void judge(), ms);
    };
    const watched = { input: judgeAfter(PAUSE_MS), reset: judgeAfter(0) };
    for (const [event, listener] of Object.entries(watched)) form.addEventListener(event, listener);
    return () => {
      judgements += 1;
      clearTimeout(pause);
      for (const [event, listener] of Object.entries(watched)) form.removeEventListener(event, listener);
    };
  }, []);

  return { input, easy };
}
