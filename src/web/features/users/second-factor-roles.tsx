import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Stack, Switch, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { DemandingRole } from '#domain/calls/second-factor.ts';
import { roleLabel } from '#domain/roles.ts';
import { errorDetail } from '#web/lib/api-errors.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { confirmDialog } from '#web/ui/feedback/confirm-dialog.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { Retry } from '#web/ui/feedback/retry.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { SkeletonTable } from '#web/ui/table/skeleton-table.tsx';
import { demandingRoles, refreshSecondFactor, requireSecondFactor } from './second-factor-api.ts';
import classes from './users.module.css';

const ASKED = {
  on: (label: string) => ({
    title: `¿Pedir un segundo paso a ${label}?`,
    message: `Se cerrarán ahora las sesiones de todas las demás personas con el rol ${label}. Al volver a entrar, cada una configurará una aplicación de autenticación en su teléfono.`,
    confirmLabel: 'Pedir segundo paso',
    tone: 'question' as const,
  }),
  off: (label: string) => ({
    title: `¿Dejar de pedirlo a ${label}?`,
    message: `Quien tenga el rol ${label} entrará solo con su contraseña. No se cierra ninguna sesión.`,
    confirmLabel: 'Dejar de pedirlo',
    tone: 'question' as const,
  }),
};

export function SecondFactorRoles() {
  const query = useQuery(demandingRoles);
  const { data } = query;
  const failed = hasFailed(query);
  const busy = useRef(false);
  const [saving, setSaving] = useState('');

  const change = async (role: DemandingRole, exigido: boolean) => {
    if (busy.current || !(await confirmDialog(ASKED[exigido ? 'on' : 'off'](roleLabel(role.name))))) return;
    busy.current = true;
    setSaving(role._id);
    try {
      const { message } = await requireSecondFactor(role, exigido);
      notify.success({ title: 'Segundo paso actualizado', message });
    } catch (error) {
      notify.error({ title: 'No se pudo cambiar el segundo paso.', message: errorDetail(error) });
    } finally {
      await refreshSecondFactor();
      busy.current = false;
      setSaving('');
    }
  };

  return (
    <Card as="section" aria-labelledby="segundo-paso" className={classes.after}>
      <Title order={2} id="segundo-paso">
        Segundo paso al entrar
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Además de la contraseña se pide un código del teléfono a quien tenga estos roles.
      </Text>
      {!data && failed && <Retry query={query} of="segundo paso" height={96} />}
      {!data && !failed && <SkeletonTable rows={2} columns={1} label="Cargando los roles…" />}
      {data && (
        <Stack gap="xs">
          {data.map((role) => (
            <Switch
              key={role._id}
              size="md"
              classNames={{ root: classes.switch ?? '', track: classes.track ?? '' }}
              label={roleLabel(role.name)}
              checked={role.exigido}
              disabled={saving === role._id}
              onChange={(event) => void change(role, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      )}
    </Card>
  );
}
