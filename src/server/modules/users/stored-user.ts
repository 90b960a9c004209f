import { eq, sql } from 'drizzle-orm';
import type { User } from '#domain/calls/users.ts';
import { rol, usuario, usuarioRol } from '#server/db/schema.ts';

export type StoredUser = Omit<User, 'fechaRegistro'> & { fechaRegistro: Date };

export const USER_COLUMNS = {
  _id: usuario._id,
  version: usuario.version,
  nombre: usuario.nombre,
  apellido: usuario.apellido,
  cedula: usuario.cedula,
  email: usuario.email,
  fechaRegistro: usuario.fechaRegistro,
};

const role = sql`json_build_object('_id', ${rol._id}, 'name', ${rol.name})`;
const held = sql`${usuarioRol} inner join ${rol} on ${eq(rol._id, usuarioRol.rolId)}`;

export const STORED_USER = {
  ...USER_COLUMNS,
  roles: sql<User['roles']>`coalesce(
    (select json_agg(${role} order by ${rol.name}) from ${held} where ${eq(usuarioRol.usuarioId, usuario._id)}), '[]')`,
};
