import { eq, sql } from 'drizzle-orm';
import { rol, usuario, usuarioRol } from '#server/db/schema.ts';

export interface Role {
  _id: string;
  name: string;
}

/** A user as it is read. */
export interface StoredUser {
  _id: string;
  version: number;
  nombre: string;
  apellido: string;
  cedula: string;
  email: string;
  roles: Role[];
  fechaRegistro: Date;
}

/** The columns by which a list of users can be ordered. */
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

/** What is read of a user, with the roles in the same statement. */
export const STORED_USER = {
  ...USER_COLUMNS,
  roles: sql<Role[]>`coalesce(
    (select json_agg(${role} order by ${rol.name}) from ${held} where ${eq(usuarioRol.usuarioId, usuario._id)}), '[]')`,
};
