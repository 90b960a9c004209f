import { type RefObject, useEffect, useRef, useState } from 'react';
import { loadCommonPasswords } from '#domain/passwords/common-list.ts';
import { isEasyPassword, meetsPasswordRule, type PasswordOwner } from '#domain/passwords/easy-password.ts';

/** Checks after a pause, since a warning at every letter would flicker; not on blur, which would move the button that is being pressed. */
const PAUSE_MS = 600;
const NONE: ReadonlySet<string> = new Set();

async function checkPassword(password: string, owner: PasswordOwner): Promise<boolean> {
  if (!meetsPasswordRule(password)) return false;
  if (isEasyPassword(password, owner, NONE)) return true;
  // If the list cannot be loaded, only the other rules apply; the next pause tries again.
  return isEasyPassword(password, owner, await loadCommonPasswords().catch(() => NONE));
}

/** Checks a new password while it is typed, with the person's data of the same form. @param owner data that the form does not contain */
export function useEasyPassword(owner: PasswordOwner = {}): {
  input: RefObject<HTMLInputElement | null>;
  easy: boolean;
} {
  const [easy, setEasy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const latestOwner = useRef(owner);
  latestOwner.current = owner;

  useEffect(() => {
    const form = input.current?.form;
    if (!form) return;
    let checks = 0;
    let pause: ReturnType<typeof setTimeout> | undefined;
    const check = async () => {
      checks += 1;
      const own = checks;
      const person: PasswordOwner = { ...Object.fromEntries(new FormData(form)), ...latestOwner.current };
      const verdict = await checkPassword(input.current?.value ?? '', person);
      if (own === checks) setEasy(verdict);
    };
    const checkAfter = (ms: number) => () => {
      clearTimeout(pause);
      pause = setTimeout(() => void check(), ms);
    };
    const listeners = { input: checkAfter(PAUSE_MS), reset: checkAfter(0) };
    for (const [event, listener] of Object.entries(listeners)) form.addEventListener(event, listener);
    return () => {
      checks += 1;
      clearTimeout(pause);
      for (const [event, listener] of Object.entries(listeners)) form.removeEventListener(event, listener);
    };
  }, []);

  return { input, easy };
}
