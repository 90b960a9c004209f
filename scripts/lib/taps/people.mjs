const PASSWORD = 'Libreta2026';
/** The accounts of the demo. */
const ACCOUNTS = { administrador: '0601000001', supervisor: '0601000002', brigada: '0601000003' };
const FEW = 100;

async function call(url, path, token, body) {
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token && { 'x-access-token': token }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}

/** A number as people type it. */
const typed = (value) => value.toFixed(1).replace('.', ',');

/** Signs in as each role and picks the people of the jobs, the same for every version: the demo's people are invented from a seed. */
export async function pickPeople(url) {
  const sessions = {};
  for (const [role, cedula] of Object.entries(ACCOUNTS))
    sessions[role] = await call(url, '/api/auth/signin', undefined, { cedula, password: PASSWORD });
  const read = (path) => call(url, path, sessions.brigada.accessToken);

  const visits = await read(`/api/seguimiento?motivo=vacunas&limit=${FEW}`);
  const dosesDue = ({ motivos }) => motivos.flatMap(({ texto }) => texto.match(/\d\.ª dosis/g) ?? []).length;
  const seen = visits.filter(({ visto, sexo, celular }) => visto && sexo && celular);
  const pick = (doses) => seen.filter((row) => dosesDue(row) === doses);
  /** A child with what a nurse measures today, a little more than the last time. */
  const measured = async (child) => {
    const controls = await read(`/api/control?ninoId=${child._id}&limit=${FEW}`);
    const [last] = controls.toSorted((a, b) => b.fecha.localeCompare(a.fecha));
    const measures = [last.peso + 0.2, last.longitud + 0.6, (last.perimetro ?? 44) + 0.1].map(typed);
    return { ...child, name: `${child.nombres} ${child.apellidos}`, measures };
  };
  const [[first, third], [second]] = [pick(1), pick(2)];
  const women = await read(`/api/mujer?limit=${FEW}`);
  const mother = women.find(({ celular, direccion, establecimiento }) => celular && direccion && establecimiento);
  return {
    sessions,
    read,
    child: await measured(first),
    dueChild: await measured(second),
    printed: await measured(third),
    mother,
    newborn: {
      hcu: '50178',
      cedula: '0650128849',
      nombres: 'INTI SAMAY',
      apellidos: `GUALÁN ${mother.apellidos.split(' ')[0]}`,
      fechanacimiento: '03112026',
    },
  };
}
