import { showInstantInWords } from '#domain/calendar.ts';
import type { ListedDevice } from '#domain/calls/devices.ts';
import { capitalized } from '#domain/text.ts';
import { errorDetail } from '#web/lib/api-errors.ts';
import { useDeletion } from '#web/ui/feedback/use-deletion.ts';
import { refreshDevices, revokeDevice } from './devices-api.ts';

/** The account whose devices an administrator sees. */
export interface DeviceOwner {
  readonly _id: string;
}

const records = (count: number) => (count === 1 ? '1 registro' : `${count.toLocaleString('es-EC')} registros`);

/** The data that is lost with a device, as far as the server knows. */
const lossOf = ({ pendientes, ultimoContacto }: ListedDevice, of?: DeviceOwner) => {
  const subject = of ? 'De esta persona ' : '';
  const waits =
    pendientes === 0
      ? `${subject}no tenía nada por enviar.`
      : `${subject}tiene ${records(pendientes)} por enviar, que ${pendientes === 1 ? 'se pierde' : 'se pierden'}.`;
  const since = `Desde su último contacto (${showInstantInWords(ultimoContacto)}) puede haber más.`;
  return `${capitalized(waits)} ${since}`;
};

/** Confirms and revokes a device. @param of the owner; by default the user */
export const useCutDevice = (of?: DeviceOwner) =>
  useDeletion<ListedDevice>({
    confirm: (device) => ({
      title: '¿Cortar este equipo?',
      detail: device.nombre,
      message: (
        <>
          {of
            ? 'borrará todo lo que guarda la próxima vez que se conecte, también lo de otras personas, y ya no servirá sin señal.'
            : 'borrará lo tuyo la próxima vez que se conecte, y tu sesión allí se cierra.'}{' '}
          {lossOf(device, of)}
          {device.actual && ' Es el equipo que estás usando.'}
        </>
      ),
      confirmLabel: 'Cortar equipo',
    }),
    remove: (device) => revokeDevice(device, of?._id),
    done: (message) => ({ title: 'Equipo cortado', message }),
    failed: (error) => ({ title: 'No se pudo cortar el equipo.', message: errorDetail(error) }),
    onChanged: refreshDevices,
  });
