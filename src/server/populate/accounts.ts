import { foldText } from '#domain/text.ts';
import { opcion, usuario, usuarioRol } from '#server/db/schema.ts';
import type { Loader } from '#server/loading/loader.ts';
import { randomOf } from '#server/population/random.ts';
import { copyRows } from './copy-rows.ts';
import { type Plan, SINCE } from './plan.ts';

export const accountsOf = ({ administrator, supervisors, brigades }: Plan) => [
  administrator,
  ...supervisors,
  ...brigades,
];

export async function addAccounts(loader: Loader, plan: Plan, passwordHash: string): Promise<void> {
  const roles = await loader.rows<{ _id: string; name: string }>('select _id, name from rol');
  const roleId = new Map(roles.map(({ _id, name }) => [name, _id]));
  const [users, rights, options] = [copyRows(usuario), copyRows(usuarioRol), copyRows(opcion)];
  const lines = accountsOf(plan).map(({ id, nombre, apellido, cedula }) => {
    const email = `${foldText(`${nombre}.${apellido}`)}.${cedula}@ejemplo.ec`;
    const busqueda = foldText([cedula, nombre, apellido, email].join(' '));
    const person = { _id: id, nombre, apellido, cedula, email, busqueda };
    const account = { version: 1, passwordHash, passwordFrom: 'persona', sessionEpoch: 1, activo: true };
    return users.line({ ...person, ...account, fechaRegistro: SINCE });
  });
  await loader.copy(users.name, users.columns, lines.join(''), false);
  const ofRole = accountsOf(plan).map(({ id, role }) => rights.line({ usuarioId: id, rolId: roleId.get(role) }));
  await loader.copy(rights.name, rights.columns, ofRole.join(''), false);

  const random = randomOf(plan.seed, 'opcion', 0);
  const existing = await loader.rows<{ clave: string }>(`select clave from opcion where lista = 'establecimiento'`);
  const places = [...new Set(plan.brigades.map(({ place }) => place.establecimiento))]
    .filter((valor) => !existing.some(({ clave }) => clave === foldText(valor)))
    .map((valor) =>
      options.line({
        _id: random.id(SINCE.getTime()),
        version: 1,
        lista: 'establecimiento',
        valor,
        clave: foldText(valor),
      }),
    );
  await loader.copy(options.name, options.columns, places.join(''), false);
}
