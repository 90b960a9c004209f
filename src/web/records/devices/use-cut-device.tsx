import { showInstantInWords } from '#domain/calendar.ts';
import type { ListedDevice } from '#domain/calls/devices.ts';
import { errorDetail } from '#web/lib/api-errors.ts';
import { useDeletion } from '#web/ui/feedback/use-deletion.ts';
import { cut, refreshDevices } from './devices-api.ts';

/** Somebody else, whose devices an administrator sees. */
export interface Whose {
  readonly _id: string;
}

const records = (count: number) => (count === 1 ? '1 registro' : `${count.toLocaleString('es-EC')} registros`);

/** What is lost with it, as far as the server knows. */
const lossOf = ({ pendientes, ultimoContacto }: ListedDevice, of?: Whose) => {
  const whose = of ? 'De esta persona ' : '';
  const waits =
    pendientes === 0
      ? `${whose}no tenía nada por enviar.`
      : `${whose}tiene ${records(pendientes)} por enviar, que ${pendientes === 1 ? 'se pierde' : 'se pierden'}.`;
  const since = `Desde su último contacto (${showInstantInWords(ultimoContacto)}) puede haber más.`;
  return `${waits.charAt(0).toUpperCase()}${waits.slice(1)} ${since}`;
};

/** Asks, cuts a device off and tells; answers true once it is done. @param of whose it is; one's own without */
export const useCutDevice = (of?: Whose) =>
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
    remove: (device) => cut(device, of?._id),
    done: (message) => ({ title: 'Equipo cortado', message }),
    failed: (error) => ({ title: 'No se pudo cortar el equipo.', message: errorDetail(error) }),
    onChanged: refreshDevices,
  });
