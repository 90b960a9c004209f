import { Button } from '@mantine/core';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { addConsent } from '#domain/device/consents.ts';
import { CONSENT_TO_MESSAGES, familyMessage, whatsAppAddress } from '#domain/family-message.ts';
import { useDeviceNote } from '#web/lib/device-note.ts';
import { deviceNotes } from '#web/lib/device-notes.ts';
import { confirmDialog } from '#web/ui/feedback/confirm-dialog.ts';
import { contactLook } from './contact-look.ts';

const { consents } = deviceNotes;

interface MessageActionProps {
  person: { _id: string; celular: string; nombres: string; apellidos: string };
  /** The day of the visit or appointment, `YYYY-MM-DD`. */
  date: string | null;
  place: string;
  /** The text of a button; without it an icon. */
  label?: string;
}

/** Opens WhatsApp with a message to a family, after its agreement was confirmed once for this person; nothing without a mobile number. */
export function MessageAction({ person, date, place, label }: MessageActionProps) {
  const { _id, celular, nombres, apellidos } = person;
  const agreed = useDeviceNote(consents).items.includes(_id);
  const [confirmed, setConfirmed] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  // The link replaces the button that asked, and takes its focus.
  useEffect(() => {
    if (confirmed && agreed) link.current?.focus();
  }, [confirmed, agreed]);

  const address = whatsAppAddress(celular, familyMessage({ date, place }));
  if (!address) return null;
  const look = contactLook(<IconBrandWhatsapp size={22} aria-hidden />, `WhatsApp al ${celular}`, label);
  if (agreed)
    return (
      <Button
        component="a"
        ref={link}
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        {...look}
        onClick={(event) => event.stopPropagation()}
      />
    );

  const ask = async () => {
    const agrees = await confirmDialog({
      tone: 'question',
      title: CONSENT_TO_MESSAGES,
      detail: `${nombres} ${apellidos}`.trim(),
      message:
        'Confírmalo una vez para esta familia. El mensaje dice solo la fecha y el lugar, y lo envías tú desde tu WhatsApp.',
      confirmLabel: 'Sí, está de acuerdo',
    });
    if (!agrees) return;
    consents.change((before) => addConsent(before, _id));
    setConfirmed(true);
    window.open(address, '_blank', 'noopener,noreferrer');
  };
  return (
    <Button
      aria-haspopup="dialog"
      {...look}
      onClick={(event) => {
        event.stopPropagation();
        void ask();
      }}
    />
  );
}
