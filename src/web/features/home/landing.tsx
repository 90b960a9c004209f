import { Text } from '@mantine/core';
import { IconBabyCarriage, IconChartLine, IconHeartHandshake } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import portadaUrl from '#web/assets/ilustracion-portada.svg?no-inline';
import classes from './landing-screen.module.css';

const PILLARS = [
  { Icon: IconHeartHandshake, title: 'Mujeres embarazadas', text: 'ETMI, controles y vacunas' },
  { Icon: IconBabyCarriage, title: 'Recién nacidos', text: 'Del parto al alta' },
  { Icon: IconChartLine, title: 'Niñas y niños hasta 24 meses', text: 'Control, vacunas, tamizaje, anemia' },
];

/** The content of the landing screen, independent of the session, because the build writes it into the first page. @param ways buttons */
export function Landing({ ways }: { ways: ReactNode }) {
  return (
    <div className={classes.landing}>
      <section className={classes.hero}>
        <img
          className={classes.art}
          src={portadaUrl}
          alt="Madre con su niño en brazos; detrás, las lomas suben como una curva de crecimiento"
        />
        <div className={classes.words}>
          <h1>Libreta Integral de Salud</h1>
          <Text size="xl" fw="var(--mantine-font-weight-bold)" c="achiote.7">
            Los primeros mil días cuidan toda la vida.
          </Text>
          <Text maw="31em" c="var(--ink-2)">
            Acompaña el embarazo y el crecimiento de cada niña y niño menor de dos años. Cada control cuenta contra la
            desnutrición crónica infantil.
          </Text>
          <div className={classes.ways}>{ways}</div>
        </div>
      </section>
      <section aria-label="Qué contiene la libreta">
        <ul className={classes.pillars}>
          <li>
            <img src="/logo-blanco.svg" alt="Logo del ministerio" width={52} height={52} />
            <div>
              <strong>Ministerio de Salud Pública</strong>
              <Small>República del Ecuador</Small>
            </div>
          </li>
          {PILLARS.map(({ Icon, title, text }) => (
            <li key={title}>
              <Icon size={30} color="var(--maiz)" aria-hidden />
              <div>
                <strong>{title}</strong>
                <Small>{text}</Small>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Small({ children }: { children: ReactNode }) {
  return (
    <Text span display="block" size="sm" c="var(--on-dark-2)">
      {children}
    </Text>
  );
}
