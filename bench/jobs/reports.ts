import { get, type Job } from './job.ts';

const report = (title: string, ...paths: string[]): Job => ({
  title,
  calls: (random, { supervisors }) => {
    const token = random.pick(supervisors);
    return paths.map((path) => get(path, token));
  },
});

const dashboard: Job = {
  ...report('dashboard', '/api/reportes/tablero'),
  limits: [
    { title: 'counts', under: '' },
    { title: 'kept figures', under: '/kept' },
  ],
};

/** The cards of /reportes, and the list of visits. */
export const REPORTS = {
  dashboard,
  sexes: report('report: sexes', '/api/reportes/genero'),
  weights: report('report: weight by canton', '/api/reportes/peso-canton'),
  status: report('report: children by status', '/api/reportes/desnutricion?limit=10'),
  vaccines: report('report: vaccines', '/api/reportes/vacunas?limit=10'),
  stunting: report('report: stunting', '/api/reportes/talla'),
  differences: report('report: disagreements', '/api/reportes/discrepancias?limit=10'),
  survey: report('report: indicators by establishment', '/api/reportes/indicadores?por=establecimiento&limit=10'),
  measuring: report('report: how well people measure', '/api/reportes/calidad?por=persona&limit=10'),
  goals: report('report: goals', '/api/reportes/metas'),
  dueGoals: report('Seguimiento: due goals', '/api/seguimiento/metas?limit=20'),
  week: report('report: the week', '/api/reportes/semana'),
  warned: report('report: records of children', '/api/control/reporte?limit=10'),
  staff: report('report: records by person', '/api/reportes/conteo?limit=10'),
  followup: report('Seguimiento', '/api/seguimiento?limit=20', '/api/seguimiento/conteo'),
};
