import { Button } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { contactLook } from './contact-look.ts';

interface CallLinkProps {
  celular: string;
  /** The text of a button; without it an icon. */
  label?: string;
}

/** Calls a family; nothing if there are no digits to dial. */
export function CallLink({ celular, label }: CallLinkProps) {
  const number = celular.replaceAll(/[^\d+]/g, '');
  if (!/\d/.test(number)) return null;
  return (
    <Button
      component="a"
      href={`tel:${number}`}
      {...contactLook(<IconPhone size={22} aria-hidden />, `Llamar al ${celular}`, label)}
      onClick={(event) => event.stopPropagation()}
    />
  );
}
