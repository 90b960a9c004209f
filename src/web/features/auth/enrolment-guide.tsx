import { Anchor, Text } from '@mantine/core';
import type { Enrolment } from '#domain/calls/session.ts';
import classes from './enrolment-guide.module.css';
import { QrCode } from './qr-code.tsx';

/** Groups of four characters, easier to read and type. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** How to set up an authenticator application. */
export default function EnrolmentGuide({ alta: { secreto, uri } }: { alta: Enrolment }) {
  return (
    <ol className={classes.steps}>
      <li>
        Instala en tu teléfono una aplicación de autenticación, como Google Authenticator, Microsoft Authenticator o
        Aegis.
      </li>
      <li>
        Ábrela, elige agregar una cuenta y escanea este código:
        <QrCode text={uri} label="Código QR para tu aplicación de autenticación" />
        <Text size="sm" c="dimmed">
          Si estás en el mismo teléfono, <Anchor href={uri}>ábrelo en la aplicación</Anchor>. Si no puedes escanear,
          escribe esta clave:
        </Text>
        <code className={classes.secret}>{inGroups(secreto)}</code>
      </li>
      <li>Escribe aquí los seis dígitos que la aplicación muestra. Cambian cada 30 segundos.</li>
    </ol>
  );
}
